import Capacitor
import UIKit
import WebKit

/// Opens the server that was chosen, or the page that asks for it, and is the shell's side of hosts/native/bridge.ts: window.ZaiceShell.
class MainViewController: CAPBridgeViewController, WKScriptMessageHandler {
    private static let serverKey = "zaice.server"

    override func instanceDescriptor() -> InstanceDescriptor {
        let descriptor = super.instanceDescriptor()
        if let server = UserDefaults.standard.string(forKey: Self.serverKey) { descriptor.serverURL = server }
        return descriptor
    }

    override func webViewConfiguration(for instanceConfiguration: InstanceConfiguration) -> WKWebViewConfiguration {
        let configuration = super.webViewConfiguration(for: instanceConfiguration)
        let port = "window.ZaiceShell = { onmessage: null, postMessage: (text) => webkit.messageHandlers.ZaiceShell.postMessage(text) }"
        configuration.userContentController.addUserScript(WKUserScript(source: port, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        configuration.userContentController.add(self, name: "ZaiceShell")
        return configuration
    }

    func userContentController(_: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame, isOurs(message.frameInfo.securityOrigin), let text = message.body as? String,
              let asked = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], let id = asked["id"] else { return }
        let params = asked["params"] as? [String: Any] ?? [:]
        let done = { (result: [String: Any]) in self.say(["id": id, "result": result]) }
        let fault = { (code: String) in self.say(["id": id, "fault": ["code": code, "words": ""]]) }
        switch asked["method"] as? String {
        case "about":
            let info = Bundle.main.infoDictionary ?? [:]
            done([
                "contract": 1, "platform": "ios",
                "version": info["CFBundleShortVersionString"] as? String ?? "", "code": Int(info["CFBundleVersion"] as? String ?? "") ?? 0,
                "deviceId": UIDevice.current.identifierForVendor?.uuidString ?? "", "deviceName": UIDevice.current.name,
                "can": ["app.open", "app.server", "screen.awake", "package.install", "device.feel"],
            ])
        // Apps come from a store or a distribution of the company's: the person goes on there.
        case "app.open", "package.install":
            guard let address = (params["address"] as? String).flatMap(URL.init(string:)) else { return fault("failed") }
            UIApplication.shared.open(address) { opened in opened ? done(["how": "left"]) : fault("refused") }
        case "screen.awake":
            UIApplication.shared.isIdleTimerDisabled = params["on"] as? Bool ?? false
            done([:])
        case "device.feel":
            UINotificationFeedbackGenerator().notificationOccurred(params["outcome"] as? String == "hit" ? .success : .warning)
            done([:])
        case "app.server":
            begin(nil)
        case "app.begin" where message.frameInfo.securityOrigin.host == "localhost":
            guard let address = params["address"] as? String, let health = URL(string: address + "/healthz") else { return fault("failed") }
            URLSession.shared.dataTask(with: health) { _, answer, _ in
                DispatchQueue.main.async { (answer as? HTTPURLResponse)?.statusCode == 200 ? self.begin(address) : fault("unknown") }
            }.resume()
        default:
            fault("absent")
        }
    }

    private func isOurs(_ origin: WKSecurityOrigin) -> Bool {
        let server = UserDefaults.standard.string(forKey: Self.serverKey).flatMap(URL.init(string:))
        return origin.host == "localhost" || (origin.host == server?.host && origin.protocol == server?.scheme)
    }

    private func begin(_ server: String?) {
        UserDefaults.standard.set(server, forKey: Self.serverKey)
        view.window?.rootViewController = MainViewController()
    }

    private func say(_ message: [String: Any]) {
        guard let json = try? JSONSerialization.data(withJSONObject: message), let text = String(data: json, encoding: .utf8),
              let quoted = try? JSONSerialization.data(withJSONObject: [text]) else { return }
        let list = String(decoding: quoted, as: UTF8.self)
        DispatchQueue.main.async { self.webView?.evaluateJavaScript("window.ZaiceShell.onmessage?.({ data: \(list)[0] })") }
    }
}
