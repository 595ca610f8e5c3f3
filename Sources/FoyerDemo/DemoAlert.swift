import Foyer

extension Demo {
    /// Programs for which this host shows an alert over the loading page in place of the error page, with the service
    /// it names.
    static let alertServices = ["com.example.desk": "Silent Desk"]

    /// How the demo shows a program's failures.
    public static func errorStyle(of appID: String) -> DefaultSplashViewDelegate.ErrorStyle {
        alertServices[appID].map { .alert(service: $0) } ?? .page
    }
}
