import type { ReactNode } from 'react'
import { Card } from '../../look/Card.tsx'
import { t } from '../../words.ts'

/** How a person's system takes what flows send and answers it. */
export const ServiceGuide = () => (
  <Card>
    <h2 className="pb-1 text-title font-semibold">{t('如何接入')}</h2>
    <p className="text-body">{t('流程走到“外部服务”环节时，我们向登记的地址发送一个 POST 请求，正文是 JSON：')}</p>
    <Example>{request}</Example>
    <Facts
      facts={[
        ['Idempotency-Key', t('这次请求的编号。重发时不变，对方据此只处理一次。')],
        ['X-Timestamp', t('发送时刻，1970年以来的秒数。')],
        ['X-Signature', t('sha256= 加上对“时间戳.正文”用签名密钥算出的 HMAC-SHA256，十六进制。请核对后再处理。')],
        ['process', t('申请：编号、流程、标题、发起人、部门和单据。')],
        ['form', t('表单中这个环节可见的字段；数量和金额是文本。')],
        ['correlation', t('与 Idempotency-Key 相同，稍后答复时带回。')],
      ]}
    />
    <h3 className={heading}>{t('对方如何答复')}</h3>
    <Facts
      facts={[
        ['2xx', t('完成。正文可以为空，也可以用 patch 填写这个环节允许填写的字段。')],
        ['202', t('已收到，稍后再答复：流程停在这个环节等待。')],
        ['408 425 429 5xx', t('稍后重发，没有答复时也一样，一共最多6次。')],
        [t('其他状态'), t('失败，按环节设置的“失败时”处理。')],
      ]}
    />
    <Example>{'{ "patch": { "orderNo": "PO-1" } }'}</Example>
    <h3 className={heading}>{t('稍后答复')}</h3>
    <p className="text-body text-quiet">
      {t('用同一密钥、同样的方法签名，向下面的地址发送；时间相差不能超过5分钟。失败时用 error 说明原因，代替 patch。')}
    </p>
    <Example>{callback}</Example>
  </Card>
)

const heading = 'pb-1 pt-4 text-body font-semibold'

const Example = ({ children }: { children: string }) => (
  <pre className="my-3 overflow-x-auto rounded-control bg-sunken p-3 font-mono text-small leading-5" tabIndex={0}>
    {children}
  </pre>
)

const Facts = ({ facts }: { facts: readonly (readonly [name: string, text: ReactNode])[] }) => (
  <dl className="text-body">
    {facts.map(([name, text]) => (
      <div key={name} className="border-b border-line py-2 last:border-transparent">
        <dt className="font-mono text-small font-medium">{name}</dt>
        <dd className="mt-0.5 text-small text-quiet">{text}</dd>
      </div>
    ))}
  </dl>
)

const request = `POST /orders HTTP/1.1
Content-Type: application/json
Idempotency-Key: 731…:845…:12
X-Timestamp: 1793277600
X-Signature: sha256=9f2c41…

{
  "process": {
    "id": "845…",
    "flowKey": "purchase",
    "title": "…",
    "initiatorUid": "702…",
    "deptId": "615…",
    "documentKind": null,
    "documentId": null,
    "createdAt": "2026-11-21T02:00:00Z"
  },
  "node": { "id": "order", "name": "…" },
  "form": { "amount": "1200.00" },
  "correlation": "731…:845…:12"
}`

const callback = `POST /api/workflow/service/callback HTTP/1.1
Content-Type: application/json
X-Timestamp: 1793278200
X-Signature: sha256=5be07d…

{
  "correlation": "731…:845…:12",
  "patch": { "orderNo": "PO-1" }
}`
