import PlacemarkModel
import Testing

@Suite struct SecretTextTests {
    private struct Login {
        let user = "jane"
        let password: SecretText? = SecretText("hunter2")
    }

    @Test func `No way of printing shows a secret, nor what it is part of`() {
        let secret = SecretText("hunter2")
        var dumped = ""
        dump(Login(), to: &dumped)
        for text in [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])", "\(Login())",
            String(reflecting: Login()), dumped,
        ] {
            #expect(!text.contains("hunter"))
        }
        #expect(secret.revealed == "hunter2")
        #expect(secret == SecretText("hunter2") && secret != SecretText("hunter3"))
    }
}
