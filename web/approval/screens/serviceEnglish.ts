/** Registering the services of others that flows ask. */
export const servicesEnglish: Record<string, string> = {
  还没有登记外部服务: 'No external services yet',
  '登记贵单位其他系统的地址，流程走到“外部服务”环节时会把申请发给它，并收回它的答复。':
    'Register another system of yours: a flow that reaches an “External service” step sends it the application and receives its answer.',
  登记外部服务: 'Register a service',
  编辑外部服务: 'Edit service',
  管理外部服务: 'Manage external services',
  '最多等{count}秒': 'Waits up to {count} s',
  '请求头：{names}': 'Headers: {names}',
  还没有流程使用: 'No flow uses it yet',
  '删除{name}': 'Delete {name}',
  服务编号: 'Key',
  '2到40位小写字母、数字和连字符，保存后不能更改': '2 to 40 lower-case letters, digits and hyphens; it cannot be changed later',
  '应为2到40位小写字母、数字和连字符，以字母开头': 'Must be 2 to 40 lower-case letters, digits and hyphens, starting with a letter',
  这个编号已有服务使用: 'Another service has this key',
  服务名称: 'Name of the service',
  服务地址: 'Address',
  '等待答复（秒）': 'Wait for an answer (seconds)',
  '过了时间没有答复，稍后再试': 'Without an answer in time, we try again later',
  签名密钥: 'Signing secret',
  '已设置，留空不变': 'Set; leave empty to keep it',
  留空则自动生成: 'Leave empty to generate one',
  附加请求头: 'Additional headers',
  '对方要求的凭据等，随每次请求发送。保存后不再显示。':
    'Credentials and the like that the service wants, sent with every request. Values are not shown again once saved.',
  添加请求头: 'Add a header',
  请求头名称: 'Header name',
  请求头的值: 'Header value',
  已设置: 'Set',
  请填写请求头的名称: 'Give the header a name',
  请填写请求头的值: 'Give the header a value',
  这个请求头已经有了: 'This header already exists',
  '“{name}”已登记。请把密钥交给对方的系统管理员，它只显示这一次；如果遗失，可在编辑时更换。':
    '“{name}” is registered. Give the secret to the service’s administrator. It is shown only this once; if it is lost, renew it by editing.',
  '“{name}”的旧密钥已失效。请把新密钥交给对方的系统管理员，它只显示这一次。':
    'The old secret of “{name}” no longer works. Give the new one to the service’s administrator. It is shown only this once.',
  '密钥已生成，但没有送达': 'A secret was generated but not received',
  '密钥只显示一次。请用“更换签名密钥”再生成一个。': 'The secret is shown only once. Generate another with “Renew the signing secret”.',
  '更换“{name}”的签名密钥？': 'Renew the signing secret of “{name}”?',
  '旧密钥立即失效：对方换上新密钥之前，请求会被对方拒绝，对方稍后的答复也不被接受。新密钥只显示一次。':
    'The old secret stops working at once: until the service has the new one, it rejects our requests and its later answers are not accepted. The new secret is shown only once.',
  更换: 'Renew',
  '遗失或泄露时，由系统另做一个': 'If lost or leaked, generate a new one',
  复制密钥: 'Copy secret',
  我已保存: 'I have saved it',

  如何接入: 'How to connect',
  '流程走到“外部服务”环节时，我们向登记的地址发送一个 POST 请求，正文是 JSON：':
    'When a flow reaches an “External service” step, we send a POST request with JSON to the registered address:',
  '这次请求的编号。重发时不变，对方据此只处理一次。':
    'Names this request. It stays the same when we send it again, so that you handle it once.',
  '发送时刻，1970年以来的秒数。': 'When it was sent, in seconds since 1970.',
  'sha256= 加上对“时间戳.正文”用签名密钥算出的 HMAC-SHA256，十六进制。请核对后再处理。':
    'sha256= and the HMAC-SHA256 of “timestamp.body” under the signing secret, in hex. Check it before you act.',
  '申请：编号、流程、标题、发起人、部门和单据。': 'The application: id, flow, title, applicant, department and document.',
  '表单中这个环节可见的字段；数量和金额是文本。': 'The fields of the form that the step may see; quantities and amounts are texts.',
  '与 Idempotency-Key 相同，稍后答复时带回。': 'The same as Idempotency-Key; send it back with a later answer.',
  对方如何答复: 'How to answer',
  '完成。正文可以为空，也可以用 patch 填写这个环节允许填写的字段。':
    'Done. The body may be empty, or fill in by patch the fields that the step may write.',
  '已收到，稍后再答复：流程停在这个环节等待。': 'Received, the answer comes later: the flow waits at the step.',
  '稍后重发，没有答复时也一样，一共最多6次。': 'We send it again later, as we do without an answer, six times in all.',
  其他状态: 'Others',
  '失败，按环节设置的“失败时”处理。': 'Failed; the step says what happens then.',
  稍后答复: 'Answering later',
  '用同一密钥、同样的方法签名，向下面的地址发送；时间相差不能超过5分钟。失败时用 error 说明原因，代替 patch。':
    'Sign with the same secret in the same way and send it to the address below; the clocks may differ by five minutes. Where it failed, say why in error instead of patch.',
}
