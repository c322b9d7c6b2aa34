import { Copy, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { serviceOperations, type ServiceRow } from '../../../domain/approval/operations/services.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { confirm, tell } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { NumberField } from '../../look/fields/NumberField.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { showProblem } from '../../look/overlays/showProblem.ts'
import { TextField } from '../../look/fields/TextField.tsx'
import { t } from '../../words.ts'
import { copyText } from '../../shell/copyText.ts'
import { problemsIn } from '../../documents/filling/problems.ts'

type Props = {
  /** The service that is changed; a new one where absent. */
  known: ServiceRow | undefined
  /** The keys that other services have. */
  taken: readonly string[]
  onClose: () => void
}

/** Registers or changes a service, and tells the secret that was made for a new one, once. */
export const ServiceSheet = ({ known, taken, onClose }: Props) => {
  const service = useServiceDraft({ known, taken, onClose })
  const { draft, change, problems, refused, secretShown, content, save, sending, renew } = service
  if (secretShown) return <ShownSecret secretShown={secretShown} name={draft.name} onClose={onClose} />
  return (
    <Sheet
      open
      onClose={onClose}
      title={known ? t('编辑外部服务') : t('登记外部服务')}
      footer={
        <div className="w-full">
          {refused && Object.keys(refused.at).length === 0 && (
            <p role="alert" className="pb-2.5 text-small text-bad">
              {refused.words}
            </p>
          )}
          <Button size="large" wide busy={sending} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </div>
      }
    >
      <div ref={content} className="shrink-0">
        <About
          draft={draft}
          known={known}
          problems={problems}
          refused={refused?.at ?? {}}
          onChange={change}
          onRenew={(service) => void renew(service)}
        />
        <Headers headers={draft.headers} problems={problems} refused={refused} onChange={(headers) => change({ headers })} />
      </div>
    </Sheet>
  )
}

/** A service while it is filled in; `secretShown` is the secret that was made for it. */
const useServiceDraft = ({ known, taken, onClose }: Props) => {
  const [draft, setDraft] = useState(() => draftOf(known))
  const [hasTried, setTried] = useState(false)
  const [refusedDraft, setRefusedDraft] = useState<RefusedDraft>()
  const [secretShown, setSecretShown] = useState<NewSecret>()
  // As it was before saving, after which the own key is among them.
  const [others] = useState(taken)
  const { send, sending } = useSend(serviceOperations.save, { done: '已保存' })
  const renewal = useSend(serviceOperations.renewSecret)
  const content = useRef<HTMLDivElement>(null)
  const problems = problemsOf(draft, known, others)
  const save = async () => {
    setTried(true)
    if (problems.serviceKey || problems.name || problems.url || problems.secret || problems.headers.some(Boolean)) {
      showProblem(content.current)
      return
    }
    try {
      const { secret } = await send(inputOf(draft))
      if (secret === null) {
        if (!known && !draft.secret) await sayLost()
        onClose()
      } else setSecretShown({ secret, renewed: false })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusedDraft({ draft, words: error.message, at: refusedAt(error) })
      showProblem(content.current)
    }
  }
  const renew = async ({ serviceKey, name }: ServiceRow) => {
    const isAgreed = await confirm({
      title: t('更换“{name}”的签名密钥？', { name }),
      text: t('旧密钥立即失效：对方换上新密钥之前，请求会被对方拒绝，对方稍后的答复也不被接受。新密钥只显示一次。'),
      yes: t('更换'),
      danger: true,
    })
    if (!isAgreed) return
    try {
      const { secret } = await renewal.send({ serviceKey })
      if (secret === null) await sayLost()
      else setSecretShown({ secret, renewed: true })
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  return {
    draft,
    secretShown,
    content,
    save,
    sending,
    renew,
    change: (values: Partial<Draft>) => setDraft((now) => ({ ...now, ...values })),
    problems: hasTried ? problems : noProblems,
    /** What the server said of what stands there now. */
    refused: refusedDraft?.draft === draft ? refusedDraft : undefined,
  }
}

const inputOf = ({ serviceKey, name, url, secret, headers, timeoutSeconds }: Draft) => ({
  serviceKey: serviceKey.trim(),
  name: name.trim(),
  url: url.trim(),
  ...(secret && { secret }),
  headers: Object.fromEntries(headers.map((header) => [header.name.trim(), header.value])),
  timeoutSeconds: Number(timeoutSeconds),
})

type HeadersProps = {
  headers: readonly Header[]
  problems: Problems
  refused: RefusedDraft | undefined
  onChange: (headers: readonly Header[]) => void
}

/** The headers of each request. */
const Headers = ({ headers, problems, refused, onChange }: HeadersProps) => (
  <Section title={t('附加请求头')} note={t('对方要求的凭据等，随每次请求发送。保存后不再显示。')}>
    {headers.map((header, index) => (
      <HeaderRow
        key={header.id}
        header={header}
        error={problems.headers[index] ?? refused?.at[`headers.${header.name.trim()}`]}
        onChange={(values) =>
          onChange(headers.map((otherHeader) => (otherHeader.id === header.id ? { ...otherHeader, ...values } : otherHeader)))
        }
        onRemove={() => onChange(headers.filter(({ id }) => id !== header.id))}
      />
    ))}
    {headers.length < headersAtMost && (
      <button
        type="button"
        onClick={() => onChange([...headers, { id: nextId(headers), name: '', value: '', stored: undefined }])}
        className="pressable flex min-h-12 w-full items-center gap-2 px-4 text-body text-accent-strong"
      >
        <Plus size={18} aria-hidden />
        {t('添加请求头')}
      </button>
    )}
  </Section>
)

type AboutProps = {
  draft: Draft
  known: ServiceRow | undefined
  problems: Problems
  refused: RefusedDraft['at']
  onChange: (values: Partial<Draft>) => void
  onRenew: (service: ServiceRow) => void
}

/** What it is called, where it stands and how it knows us. */
const About = ({ draft, known, problems, refused, onChange, onRenew }: AboutProps) => (
  <Card flush className="mb-4">
    {!known && (
      <TextField
        label={t('服务编号')}
        required
        hint={t('2到40位小写字母、数字和连字符，保存后不能更改')}
        placeholder="erp-orders"
        autoComplete="off"
        maxLength={40}
        value={draft.serviceKey}
        onChange={(serviceKey) => onChange({ serviceKey })}
        error={problems.serviceKey}
      />
    )}
    <TextField
      label={t('服务名称')}
      required
      maxLength={60}
      autoComplete="off"
      value={draft.name}
      onChange={(name) => onChange({ name })}
      error={problems.name}
    />
    <TextField
      label={t('服务地址')}
      required
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      maxLength={500}
      value={draft.url}
      onChange={(url) => onChange({ url })}
      error={problems.url ?? refused['url']}
    />
    <NumberField
      label={t('等待答复（秒）')}
      required
      min={1}
      max={20}
      hint={t('过了时间没有答复，稍后再试')}
      value={draft.timeoutSeconds}
      onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
    />
    <TextField
      label={t('签名密钥')}
      type="password"
      autoComplete="new-password"
      maxLength={200}
      placeholder={known ? t('已设置，留空不变') : t('留空则自动生成')}
      value={draft.secret}
      onChange={(secret) => onChange({ secret })}
      error={problems.secret}
    />
    {known && <Cell title={t('更换签名密钥')} text={t('遗失或泄露时，由系统另做一个')} onPress={() => onRenew(known)} />}
  </Card>
)

const headersAtMost = 20

/** `stored` is the name under which the server keeps a value: it is kept where none is typed and the name is the same. */
type Header = { id: number; name: string; value: string; stored: string | undefined }
type Draft = { serviceKey: string; name: string; url: string; timeoutSeconds: string; secret: string; headers: readonly Header[] }

const draftOf = (service: ServiceRow | undefined): Draft => ({
  serviceKey: service?.serviceKey ?? '',
  name: service?.name ?? '',
  url: service?.url ?? '',
  timeoutSeconds: String(service?.timeoutSeconds ?? 10),
  secret: '',
  headers: (service?.headerNames ?? []).map((name, id) => ({ id, name, value: '', stored: name })),
})

const nextId = (headers: readonly Header[]): number => Math.max(-1, ...headers.map(({ id }) => id)) + 1

/** What the server said of a draft; `at` has its words for single inputs by their paths. */
type RefusedDraft = { draft: Draft; words: string; at: Readonly<Record<string, string>> }

const refusedAt = ({ reason, message, details }: CallError): RefusedDraft['at'] => {
  if (reason === 'approval.serviceUrl' || reason === 'approval.serviceInside') return { url: message }
  const problems = problemsIn(details).filter(({ path }) => path === 'url' || path.startsWith('headers.'))
  return Object.fromEntries(problems.map(({ path, words }) => [path, words]))
}

type Problems = {
  serviceKey: string | undefined
  name: string | undefined
  url: string | undefined
  secret: string | undefined
  headers: readonly (string | undefined)[]
}
const noProblems: Problems = { serviceKey: undefined, name: undefined, url: undefined, secret: undefined, headers: [] }

const problemsOf = (draft: Draft, service: ServiceRow | undefined, takenNames: readonly string[]): Problems => ({
  serviceKey: service ? undefined : keyProblem(draft.serviceKey.trim(), takenNames),
  name: draft.name.trim() === '' ? t('必填') : undefined,
  url: draft.url.trim() === '' ? t('必填') : undefined,
  secret: draft.secret === '' || /^[\x21-\x7e]{16,200}$/.test(draft.secret) ? undefined : t('密钥应为16到200个字符'),
  headers: draft.headers.map((header) => headerProblem(header, draft.headers)),
})

const keyProblem = (key: string, takenNames: readonly string[]): string | undefined => {
  if (key === '') return t('必填')
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(key)) return t('应为2到40位小写字母、数字和连字符，以字母开头')
  return takenNames.includes(key) ? t('这个编号已有服务使用') : undefined
}

const headerProblem = ({ id, name, value, stored }: Header, all: readonly Header[]): string | undefined => {
  const wantedName = name.trim().toLowerCase()
  if (wantedName === '') return t('请填写请求头的名称')
  if (all.some((sibling) => sibling.id !== id && sibling.name.trim().toLowerCase() === wantedName)) return t('这个请求头已经有了')
  return value === '' && stored !== name.trim() ? t('请填写请求头的值') : undefined
}

const HeaderRow = ({
  header: { name, value, stored },
  error,
  onChange,
  onRemove,
}: {
  header: Header
  error: string | undefined
  onChange: (values: Partial<Header>) => void
  onRemove: () => void
}) => (
  <div className="border-b border-line py-1.5 pl-4 pr-1" data-invalid={error ? '' : undefined}>
    <div className="flex items-center gap-1">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 py-1 tablet:flex-row">
        <input
          aria-label={t('请求头名称')}
          aria-invalid={error ? true : undefined}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
          placeholder="Authorization"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={box}
        />
        <input
          aria-label={t('请求头的值')}
          value={value}
          onChange={(event) => onChange({ value: event.target.value })}
          placeholder={stored !== undefined && stored === name.trim() ? t('已设置') : 'Bearer …'}
          maxLength={1000}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={box}
        />
      </div>
      <IconButton icon={Trash2} iconSize={17} label={t('移除“{rule}”', { rule: name })} className="text-faint" onClick={onRemove} />
    </div>
    {error && <p className="pb-1 text-small text-bad">{error}</p>}
  </div>
)

const box = 'h-11 w-full min-w-0 rounded-control bg-sunken px-3 font-mono text-body text-ink outline-accent placeholder:text-faint'

/** The line broke while the secret was told, and it is not told twice. */
const sayLost = () => tell(t('密钥已生成，但没有送达'), t('密钥只显示一次。请用“更换签名密钥”再生成一个。'))

/** A secret that is told now and never again. */
type NewSecret = { secret: string; renewed: boolean }

const ShownSecret = ({
  secretShown: { secret, renewed },
  name,
  onClose,
}: {
  secretShown: NewSecret
  name: string
  onClose: () => void
}) => {
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('签名密钥')}
      footer={
        <Button size="large" wide onClick={onClose}>
          {t('我已保存')}
        </Button>
      }
    >
      <div className="shrink-0">
        <p className="px-1 pb-3 text-body text-quiet">
          {renewed
            ? t('“{name}”的旧密钥已失效。请把新密钥交给对方的系统管理员，它只显示这一次。', { name })
            : t('“{name}”已登记。请把密钥交给对方的系统管理员，它只显示这一次；如果遗失，可在编辑时更换。', { name })}
        </p>
        <Card>
          <p className="select-all break-all font-mono text-body">{secret}</p>
          <Button kind="secondary" wide icon={Copy} className="mt-4" onClick={() => void copyText(secret)}>
            {t('复制密钥')}
          </Button>
        </Card>
      </div>
    </Sheet>
  )
}
