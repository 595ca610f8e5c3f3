import Foyer

extension Demo {
    /// Programs over whose loading page this host shows an alert in place of the error page, and the service that it names.
    static let alertServices = ["com.example.desk": "Silent Desk"]

    /// How the demo shows a program's failures.
    static func errorStyle(of appID: String) -> DefaultSplashViewDelegate.ErrorStyle {
        alertServices[appID].map { .alert(service: $0) } ?? .page
    }
}
