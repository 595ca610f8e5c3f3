/// Lines with a secret, and lines with none that look as if they had one.
enum SecretLines {
    private static let secret = "zq7Hunter9x"

    static let all = named + written + addresses + commands + shapes

    private static let names = [
        "DB_PASS", "MYSQL_PWD", "PGPASSWORD", "passcode", "SMTP_PASS", "ENCRYPTION_KEY", "AccountKey", "api_key",
        "apiKey",
        "API-KEY", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "SECRET_KEY_BASE", "clientSecret", "client_secret",
        "refreshToken", "ACCESS_TOKEN", "id_token", "PASSPHRASE", "passphrase", "PASSWD", "db.password",
        "spring.datasource.password",
        "npm_config__authToken", "NPM_TOKEN", "GITHUB_TOKEN", "PASSWORD_2", "TOKEN1", "MYAPITOKEN", "dbpassword",
        "SIGNING_KEY", "privateKey", "MASTER_KEY", "STORAGE_ACCOUNT_KEY", "SSH_KEY", "webhookSecret", "credentials",
        "DEPLOY_KEY", "LICENSE_KEY", "SharedAccessKey", "sessionId", "HMAC_KEY", "APP_KEY", "consumerSecret",
        "SECRET_VALUE", "GITHUB_PAT", "STRIPE_SK", "GITLAB_PAT", "githubPat", "STRIPE_SK_LIVE", "npm_config__auth",
        "NPM_CONFIG__AUTH", "NPM_AUTH",
    ]
    private static let named =
        names.map { "\($0)=\(secret)" } + names.map { "  \"\($0)\": \"\(secret)\"," }
        + names.prefix(20).map { "--\($0) \(secret) --verbose" }

    private static let written = [
        "pass=\(secret)", "--pass=\(secret)", "--pass \(secret)", "pass:\(secret)", "pw='\(secret)'",
        "password: zq7 correct horse 9x", "export PASSWORD=\"zq7 it's a \\\"long\\\" one 9x\"",
        "- passphrase: zq a b c 9x",
        "secret='zq with blanks 9x' next", "password=\(secret)&x=1", "token => '\(secret)'", "token := \(secret)",
        "{\"body\":\"{\\\"token\\\":\\\"\(secret)\\\",\\\"id\\\":7}\"}",
        "{\"a\":\"{\\\"b\\\":\\\"{\\\\\\\"password\\\\\\\":\\\\\\\"\(secret)\\\\\\\"}\\\"}\"}",
        "Authorization: Basic \(secret)", "authorization: Bearer \(secret)", "Cookie: id=7; s=\(secret)",
        "Set-Cookie: s=\(secret); HttpOnly", "X-Api-Key: \(secret)", "X-Auth-Token: \(secret)",
        "PRIVATE-TOKEN: \(secret)",
        "Proxy-Authorization: \(secret)", "sent bearer \(secret)",
        "//registry.npmjs.org/:_auth=\(secret)", "_auth = \"\(secret)\"", "<password>\(secret)</password>",
        "<db:password kind=\"plain\">zq7 horse 9x</db:password>", "<Passphrase>zq 9x",
        "<add key=\"password\" value=\"\(secret)\"/>", "name='db.password' value='zq horse 9x'",
        "{\"name\":\"DB_PASSWORD\",\"value\":\"\(secret)\"}",
        "{\\\"name\\\": \\\"DB_PASSWORD\\\", \\\"value\\\": \\\"\(secret)\\\"}",
        "12:00:01.250  password: zq7 correct horse 9x", "password = zq7 correct horse 9x",
        "cannot log in, password: zq7 horse 9x, host: db", "--password zq7\\ horse9x --verbose",
        "DefaultEndpointsProtocol=https;AccountKey=\(secret);EndpointSuffix=x", "config.password = \"\(secret)\"",
    ]

    private static let addresses = [
        "postgres://tea:\(secret)@db/shop", "postgres://tea:zq/9x@db/shop", "redis://:zq#9x@cache:6379/0",
        "amqp://u:zq?9x@mq", "mysql://u:zq7/1?2#9x@h/db", "https://\(secret)@github.com/o/r.git",
        "mongodb+srv://u:zq@9x@cluster/db", "https://x/y?sig=\(secret)",
        "https://b.blob.core.windows.net/c?sv=1&sig=\(secret)&se=2",
        "https://s3/x?X-Amz-Signature=\(secret)", "https://h/x?X-Goog-Signature=\(secret)&y=1",
        "https://maps/api?key=\(secret)", "\"https:\\/\\/u:\(secret)@h\\/x\"",
        "{\\\"a\\\":\\\"https:\\\\/\\\\/u:\(secret)@h\\\"}",
        "https://h/cb?code=\(secret)&state=1", "https://h/?access_token=\(secret)#top", "https://h/p?auth=\(secret)",
    ]

    private static let commands = [
        "+ curl -u a:\(secret) https://h/", "curl -ua:\(secret) https://h/", "curl --user 'a:\(secret)' https://h/",
        "curl --user=a:\(secret) https://h/", "curl -s -U p:\(secret) https://h/", "mysql -u root -p\(secret) shop",
        "/usr/bin/mysqldump -p\(secret) shop", "sshpass -p \(secret) ssh h", "sshpass -p\(secret) ssh h",
        "redis-cli -h c -a \(secret) ping", "ldapsearch -x -w \(secret) -b dc", "openssl rsa -passin pass:\(secret)",
        "wget --http-password=\(secret) https://h/", "docker login --password \(secret) r",
        "docker login -u tea -p \(secret) r", "sudo podman login -p\(secret) r", "helm registry login r -p \(secret)",
        "curl -H 'Authorization: token \(secret)' https://h/",
        "az login --service-principal -u tea -p \(secret) --tenant t", "az login -p\(secret)",
        "oc login -u tea -p \(secret)",
        "cf login -u tea -p '\(secret)'", "mysqlimport -p\(secret) shop a.csv", "mariadb-dump -u root -p\(secret) shop",
        "mongosh -u tea -p \(secret) shop", "sqlcmd -S h -U sa -P \(secret)", "unzip -P \(secret) a.zip",
        "7z x -p\(secret) a.7z", "plink -pw \(secret) h",
    ]

    private static let shapes =
        [
            "ghp_", "gho_", "github_pat_", "glpat-", "glrt-", "gldt-", "glft-", "sk-", "sk-proj-", "sk-ant-",
            "sk_live_", "sk_test_",
            "rk_test_", "whsec_", "shpat_", "shpss_", "sq0csp-", "xoxb-", "xoxp-", "xoxe.xoxp-", "xapp-1-", "AKIA",
            "AIza", "ya29.",
            "GOCSPX-", "hvs.", "hvb.", "dapi", "dop_v1_", "SG.", "key-", "PMAK-", "NRAK-", "glsa_", "lin_api_",
            "pscale_tkn_", "npm_",
            "pypi-", "hf_", "dckr_pat_", "AGE-SECRET-KEY-1",
        ].map { "using \($0)zq0123456789abcdef9x now" } + [
            "123456789:AAzq0123456789abcdef0123456789abcde9x",
            "Mzq0123456789abcdef01239x.GzqAb1.zq0123456789abcdef0123456789x",
            "https://api.telegram.org/bot123456789:AAzq0123456789abcdef0123456789abcde9x/getMe",
            "https://hooks.slack.com/services/T0zq/B09x/Zq7abc", "https://discord.com/api/webhooks/123/zqabc9x",
            "eyJhbGciOiJIUzI1NiJ9.zqJzdWIiOiIx.c2ln9x", "got zq7HUNTERhunter0123456789HUNTERhunter0129x.",
        ]

    static let harmless = [
        "12 passed, 3 failed", "pass: 12, fail: 3", "tests pass", "PASS  src/a.test.js",
        "password authentication failed",
        "Enter password", "the token is invalid", "unexpected token ; at 3", "tokenizer=bert", "max_token_count=512",
        "keyboard: de",
        "key: value", "primary_key: id", "KEY column is missing", "foreign key constraint fails", "monkey=1",
        "public_key=abc",
        "cache-key: v1-linux", "keyframes 50%", "code=1", "exit code: 137", "signature mismatch", "auth: enabled",
        "author: me",
        "Author: Jane Doe <jane@example.org>", "http://localhost:3000/", "http://localhost:3000/@vite/client",
        "https://github.com/o/r/tree/main/packages/@scope", "https://h:8443/a@b", "ssh git@github.com", "mail to a@b.c",
        "commit 5d41402abc4b2a76b9719d911017c592ae3f1b7a",
        "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        "id 123e4567-e89b-12d3-a456-426614174000", "curl -u", "curl https://h/ -o a", "mysql -p", "mysql -u root shop",
        "ls -p dir",
        "npm run dev", "sk-learn 1.4.0 installed", "key-value store", "SG.txt",
        "/usr/lib/x86_64-linux-gnu/libcurl.so.4.8.0",
        "node_modules/@babel/core/lib/index.js:12:7", "at Object.<anonymous> (a.js:1:1)", "ETag: W/\"1a2b\"",
        "Content-Type: application/json", "X-Request-Id: 9f8e", "time=2026-11-25T20:00:00Z level=info msg=started",
        "listening on 0.0.0.0:8080", "DEBUG=true", "password=true", "secret: none", "token: null",
        "-----BEGIN CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----", "MIIB", "progress 42 % of 3.1 MB", "TERM=xterm-256color", "PATH=/usr/bin:/bin",
        "令牌无效", "a = b", "x := y", "--passes 3", "bypass=1", "compass: north", "session opened for user root",
        "cookies accepted",
        "ready in 412 ms", "Cookie policy", "pwd: /home/tea/shop", "PWD=/home/tea", "OLDPWD=~/shop",
        "docker run -p 80:80 web",
        "docker login r", "<password/>", "<token></token>", "path: /x", "pat=1", "sk=1", "SKU123", "auth = none",
        "x_pat=7", "x_pat=abcdef", "file_pat=*.txt", "glob-pat: src/**", "x_sk=9", "disk_sk=abc", "net_sk: open",
        "x_auth=on-demand", "npm_auth=true", "az vm create -p small", "mysqladmin -p status",
        "7z x -p a.7z", "unzip -p a.zip b", "zip -r a.zip b", "mkdir -p a/b", "cp -p a b", "mongosh --port 27017",
        "10:00:00 listening", "https:\\/\\/host\\/path",
    ]
}
