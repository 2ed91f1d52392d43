public import PlacemarkModel

extension ReportFormat {
    /// What the operator makes of a report.
    public static let template = ReportFormat(
        "template",
        requests: { sink, address throws(RequestTemplate.Mistake) -> RequestFormat in
            let (device, secret) = (sink.device, sink.secret)
            let template = try RequestTemplate(sink, address: address)
            return .single(.status, holdsPassword: template.holdsPassword) { report, _ in
                template.request(for: report, device: device, password: secret)
            }
        },
        messages: { sink throws(ReportTemplate.Mistake) -> any BrokerFormat in
            // Not without one: another format has the whole report.
            try TemplateFormat(sink, payload: ReportTemplate(parsing: sink.settings.template ?? ""))
        })
}

extension RequestTemplate {
    /// The template of a sink, which must have the password that the template names.
    fileprivate init(_ sink: Sink, address: String) throws(Mistake) {
        try self.init(
            address: address, method: sink.settings.method, header: sink.settings.header, body: sink.settings.body)
        guard !holdsPassword || sink.secret != nil else {
            throw Mistake(
                key: "[Credentials] Credential", reason: "expected one, or PasswordFile=, because of {password}")
        }
    }
}

/// Each report at a topic by template, with a payload by template, or whole.
public struct TemplateFormat: SilentBrokerFormat {
    private let topic: ReportTemplate
    /// Nil for the whole report.
    private let payload: ReportTemplate?
    private let device: String

    public init(topic: ReportTemplate, payload: ReportTemplate?, device: String) {
        (self.topic, self.payload, self.device) = (topic, payload, device)
    }

    /// The topic and device of a sink; without `Topic=` each kind of report has a topic of its own.
    init(_ sink: Sink, payload: ReportTemplate?) throws(ReportTemplate.Mistake) {
        self.init(
            topic: try ReportTemplate(parsingTopic: sink.settings.topic ?? "placemarkd/{device}/{event}"),
            payload: payload, device: sink.device)
    }

    public func messages(for report: Report, at now: Timestamp) -> [ReportMessage] {
        [
            ReportMessage(
                topic: topic.topic(for: report, device: device),
                shownTopic: topic.shownTopic(for: report, device: device),
                payload: payload?.payload(for: report, device: device) ?? report.json)
        ]
    }
}
