import { Check } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import type { Id } from '../../../kernel/id.ts'
import { Card } from '../../look/Card.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { useWideWindow } from '../../screen.ts'
import { t } from '../../words.ts'
import { ReferenceField, ReferencesField } from '../../forms/ReferenceField.tsx'
import { missingParts, type Opinion } from './opinion.ts'
import { OpinionFields } from './OpinionFields.tsx'
import { WriteButton } from '../../licence/WriteButton.tsx'

/** The decisions that ask for more than a tap. */
export type DecisionKind = 'reject' | 'rollBack' | 'transfer' | 'delegate' | 'returnDelegation' | 'addSign' | 'copy'

/** What was chosen for one of them; what it does not need is empty. */
export type Decision = {
  readonly opinion: Opinion
  readonly people: readonly Id[]
  readonly nodeId: string
  /** 'agreeing': the person who asks agrees at once, and the others sign after him. */
  readonly where: 'before' | 'with' | 'after' | 'agreeing'
  readonly resubmit: 'restart' | 'direct'
}

type Props = {
  action: DecisionKind | undefined
  detail: ProcessDetail
  opinion: Opinion
  onOpinion: (opinion: Opinion) => void
  busy: boolean
  onClose: () => void
  onDecide: (action: DecisionKind, decision: Decision) => void
}

/** Asks for what a decision needs: who, where to, how it comes back, and the words. */
export const DecisionSheet = (props: Props) => {
  const { action, onClose } = props
  const [shown, setShown] = useState(action)
  if (action && action !== shown) setShown(action)
  return shown ? (
    <Asking key={`${shown}/${action !== undefined}`} {...props} action={shown} open={action !== undefined} onClose={onClose} />
  ) : null
}

const person = { type: 'reference', to: 'person', many: false } as const
const people = { type: 'reference', to: 'person', many: true } as const

type AskingProps = Omit<Props, 'action'> & { action: DecisionKind; open: boolean }

const Asking = (props: AskingProps) => {
  const { action, open, detail, opinion, busy, onClose, onDecide } = props
  const { require, rollBackTo, rejection } = detail
  const [draft, setDraft] = useState<DecisionDraft>(() => draftFor(detail))
  const [hasTried, setTried] = useState(false)
  const change = (part: Partial<DecisionDraft>) => setDraft((now) => ({ ...now, ...part }))
  const { title, text, yes, many } = words[action]
  const needsWords = action === 'rollBack' && require.comment !== 'never'
  const isReady =
    (action !== 'reject' || missingParts(require, opinion, 'reject').length === 0) &&
    (many === undefined || draft.people.length > 0) &&
    (action !== 'rollBack' || draft.nodeId !== '') &&
    (!needsWords || opinion.comment.trim() !== '')
  const decide = () => {
    setTried(true)
    if (isReady) onDecide(action, { opinion, ...draft })
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(title)}
      footer={
        <WriteButton size="large" kind={action === 'reject' ? 'danger' : 'primary'} wide busy={busy} onClick={decide}>
          {action === 'addSign' && draft.where === 'agreeing' ? t('同意并加签') : t(yes)}
        </WriteButton>
      }
    >
      <div className="shrink-0">
        <p className="px-1 pb-3 text-body text-quiet">{action === 'reject' ? rejection : t(text)}</p>
        {action === 'rollBack' && (
          <Options
            label={t('退回到')}
            value={draft.nodeId}
            onChange={(nodeId) => change({ nodeId })}
            options={rollBackTo.map((node) => ({ value: node.nodeId, label: t(node.nodeName) }))}
          />
        )}
        <WayOptions action={action} detail={detail} draft={draft} onChange={change} />
        <Card flush>
          <PeopleChoice action={action} chosen={draft.people} onChange={(people) => change({ people })} tried={hasTried} />
          <Words {...props} tried={hasTried} needsWords={needsWords} />
        </Card>
      </div>
    </Sheet>
  )
}

/** A decision without its words, which outlive the sheet. */
type DecisionDraft = Omit<Decision, 'opinion'>

const draftFor = ({ rollBackTo }: ProcessDetail): DecisionDraft => ({
  people: [],
  nodeId: rollBackTo.at(-1)?.nodeId ?? '',
  where: 'before',
  resubmit: 'restart',
})

type WayOptionsProps = {
  action: DecisionKind
  detail: ProcessDetail
  draft: DecisionDraft
  onChange: (part: Partial<DecisionDraft>) => void
}

/** How it comes back, and where others sign. */
const WayOptions = ({ action, detail: { choosesResubmit, actions }, draft, onChange }: WayOptionsProps) => (
  <>
    {choosesResubmit && (action === 'reject' || (action === 'rollBack' && draft.nodeId === 'START')) && (
      <Options
        label={t('对方重新提交后')}
        value={draft.resubmit}
        onChange={(resubmit) => onChange({ resubmit })}
        options={[
          { value: 'restart', label: t('从头审批'), text: t('所有环节重新走一遍') },
          { value: 'direct', label: t('直接回到我'), text: t('已经同意的环节不再审批') },
        ]}
      />
    )}
    {action === 'addSign' && (
      <Options
        label={t('加签方式')}
        value={draft.where}
        onChange={(where) => onChange({ where })}
        options={[
          { value: 'before', label: t('在我之前'), text: t('对方同意后由我审批') },
          { value: 'with', label: t('与我一起'), text: t('对方和我一起审批') },
          { value: 'after', label: t('在我之后'), text: t('我同意后由对方审批') },
          ...(actions.approve.allowed ? [{ value: 'agreeing' as const, label: t('同意并加签'), text: t('我现在同意，再由对方审批') }] : []),
        ]}
      />
    )}
  </>
)

type PeopleChoiceProps = { action: DecisionKind; chosen: readonly Id[]; onChange: (people: readonly Id[]) => void; tried: boolean }

const PeopleChoice = ({ action, chosen, onChange, tried }: PeopleChoiceProps) => {
  const { many } = words[action]
  const error = tried && chosen.length === 0 ? t('请选择人员') : undefined
  if (many === undefined) return null
  if (many)
    return (
      <ReferencesField
        control={people}
        label={action === 'copy' ? t('抄送人') : t('加签人')}
        required
        value={chosen}
        onChange={onChange}
        error={error}
      />
    )
  return (
    <ReferenceField
      control={person}
      label={action === 'delegate' ? t('委派给谁') : t('转交给谁')}
      required
      value={chosen[0] ?? ''}
      onChange={(uid) => onChange(uid ? [uid] : [])}
      error={error}
    />
  )
}

type WordsProps = Pick<AskingProps, 'action' | 'detail' | 'opinion' | 'onOpinion'> & { tried: boolean; needsWords: boolean }

const Words = ({ action, detail: { require }, opinion, onOpinion, tried, needsWords }: WordsProps) => {
  const wide = useWideWindow()
  if (action === 'reject') {
    const problems = tried ? missingParts(require, opinion, 'reject') : []
    return <OpinionFields require={require} verdict="reject" opinion={opinion} onChange={onOpinion} problems={problems} />
  }
  return (
    <TextArea
      label={t('说明')}
      value={opinion.comment}
      onChange={(comment) => onOpinion({ ...opinion, comment })}
      max={500}
      lines={3}
      required={needsWords}
      autoFocus={wide && words[action].many === undefined}
      placeholder={needsWords ? t('请填写意见') : t('说点什么（选填）')}
      error={tried && needsWords && opinion.comment.trim() === '' ? t('请填写意见') : undefined}
    />
  )
}

/** `many` says how many people it asks for; absent where it asks for none. */
const words: Readonly<Record<DecisionKind, { title: string; text: string; yes: string; many?: boolean }>> = {
  reject: { title: '驳回', text: '', yes: '确认驳回' },
  rollBack: { title: '退回', text: '退回后由对方重新处理。', yes: '退回' },
  transfer: { title: '转交', text: '转交后由对方审批，您不再处理。', yes: '转交', many: false },
  delegate: { title: '委派', text: '对方给出意见后，仍由您来决定。', yes: '委派', many: false },
  returnDelegation: { title: '交回委派', text: '写下您的意见，由委派人来决定。', yes: '交回委派' },
  addSign: { title: '加签', text: '请更多的人一起把关。', yes: '加签', many: true },
  copy: { title: '抄送', text: '对方会收到通知，可以查看这份申请。', yes: '抄送', many: true },
}

type OptionsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: string; text?: string }[]
}

const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const Options = <V extends string>({ label, value, onChange, options }: OptionsProps<V>) => {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = arrowSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (options.findIndex((option) => option.value === value) + step + options.length) % options.length
    const option = options[next]
    if (option) onChange(option.value)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="radiogroup" aria-label={label} onKeyDown={move} className="mb-3">
      <p className="px-1 pb-1.5 text-small font-medium text-quiet">{label}</p>
      <Card flush>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={option.value === value}
            tabIndex={option.value === value ? 0 : -1}
            onClick={() => onChange(option.value)}
            className="pressable group/option flex w-full items-center gap-3 pl-4 text-left"
          >
            <span className="flex min-h-12 min-w-0 flex-1 items-center gap-3 border-b border-line py-2.5 pr-4 group-last/option:border-transparent">
              <span className="min-w-0 flex-1">
                <span className={`block text-body ${option.value === value ? 'font-medium text-accent-strong' : ''}`}>{option.label}</span>
                {option.text && <span className="block text-small text-quiet">{option.text}</span>}
              </span>
              {option.value === value && <Check size={20} className="shrink-0 text-accent" aria-hidden />}
            </span>
          </button>
        ))}
      </Card>
    </div>
  )
}
