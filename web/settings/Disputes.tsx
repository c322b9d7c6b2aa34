import { Plus, Scale, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { disputeAddress, disputeLimits, disputeOperations, type DisputeRow } from '../../domain/disputes/operations.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { sizeWords } from '../disk/sizeWords.ts'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Card, Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { DateField } from '../look/fields/DateField.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { PeoplePicker } from '../chat/PeoplePicker.tsx'
import { DownloadLink } from '../forms/DownloadLink.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { useScreen } from '../screen.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** What conversations are taken out for a dispute: one administrator asks, another one agrees, and the person who is in them is told. */
export default function Disputes() {
  const { shown } = useScreen()
  const { data, error, refetch } = useAsk(disputeOperations.list, {})
  const [isAsking, setAsking] = useState(false)
  const underWay = data?.list.some(({ state }) => state === 'waiting' || state === 'running') ?? false
  useEffect(() => {
    if (!underWay || !shown) return
    const timer = setInterval(() => void refetch(), 2000)
    return () => clearInterval(timer)
  }, [underWay, shown, refetch])
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page width="page" onRefresh={refetch}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2 wide:grid-cols-[27rem_minmax(0,1fr)] wide:items-start wide:gap-6">
        {isAsking ? <Asking onDone={() => setAsking(false)} /> : <About onAsk={() => setAsking(true)} />}
        {data.list.length === 0 ? (
          <Empty icon={Scale} title={t('还没有申请过')} text={t('申请和导出的文件会出现在这里。')} />
        ) : (
          <ul className="flex min-w-0 flex-col gap-3">
            {data.list.map((row) => (
              <li key={row.id}>
                <DisputeCard row={row} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  )
}

const About = ({ onAsk }: { onAsk: () => void }) => (
  <Card>
    <h2 className="text-title font-semibold">{t('为处理争议导出会话')}</h2>
    <p className="mt-1.5 text-body text-quiet">
      {t('任何人都不能查看别人的会话，包括管理员。确有争议时，两位管理员可以共同导出一段聊天记录。')}
    </p>
    <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-small text-quiet">
      <li>{t('一位管理员申请并写明原因，另一位同意后才导出')}</li>
      <li>{t('被导出的会话里会出现一行提示，里面的人都能看到')}</li>
      <li>{t('文件只有这两位管理员能下载，保留{hours}小时；每一步都有记录', { hours: disputeLimits.keptHours })}</li>
    </ul>
    <Button size="large" wide icon={Scale} className="mt-5" onClick={onAsk}>
      {t('申请导出')}
    </Button>
  </Card>
)

type NamedRef = { readonly id: string; readonly name: string }

type Scope = 'people' | 'chats'

const Asking = ({ onDone }: { onDone: () => void }) => {
  const [id] = useState(newId)
  const [scope, setScope] = useState<Scope>('people')
  const [people, setPeople] = useState<readonly NamedRef[]>([])
  const [chats, setChats] = useState<readonly NamedRef[]>([])
  const [today] = useState(() => dayAt(Date.now()))
  const [from, setFrom] = useState(addDays(today, -30))
  const [to, setTo] = useState(today)
  const [withFiles, setWithFiles] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const { send, sending } = useSend(disputeOperations.save, { done: '已申请，等待另一位管理员同意', quiet: true })
  const chosenSubjects = scope === 'people' ? people : chats
  const setChosen = scope === 'people' ? setPeople : setChats
  const submit = async () => {
    setProblem(undefined)
    try {
      await send({
        id,
        reason,
        ...(scope === 'people' ? { uids: people.map((person) => person.id) } : { chatIds: chats.map((chat) => chat.id) }),
        from,
        to,
        withFiles,
      })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <div>
      <ScopeSection scope={scope} subjects={chosenSubjects} onScope={setScope} onChange={setChosen} onAdd={() => setPicking(true)} />
      <Section>
        <DateField label={t('开始日期')} value={from} onChange={setFrom} max={today} required />
        <DateField label={t('结束日期')} value={to} onChange={setTo} max={today} required />
        <Switch label={t('包含图片和文件')} value={withFiles} onChange={setWithFiles} />
        <TextArea
          label={t('原因')}
          value={reason}
          onChange={setReason}
          max={500}
          placeholder={t('发生了什么，为什么需要这段记录；另一位管理员会看到')}
          error={problem}
          required
        />
      </Section>
      <RequestButtons
        busy={sending}
        disabled={chosenSubjects.length === 0 || !from || !to}
        onCancel={onDone}
        onSubmit={() => void submit()}
      />
      <SubjectPickers
        scope={isPicking ? scope : undefined}
        people={people}
        chats={chats}
        onPeople={setPeople}
        onChats={setChats}
        onClose={() => setPicking(false)}
      />
    </div>
  )
}

type ScopeSectionProps = {
  scope: Scope
  subjects: readonly NamedRef[]
  onScope: (scope: Scope) => void
  onChange: (subjects: readonly NamedRef[]) => void
  onAdd: () => void
}

/** By whom or by which conversations it is exported. */
const ScopeSection = ({ scope, subjects, onScope, onChange, onAdd }: ScopeSectionProps) => (
  <Section
    title={t('申请导出')}
    note={
      scope === 'people'
        ? t('导出这些人发送的消息，限于他们都在的会话：选两个人，就是他们之间说的话，和他们在共同群聊里说的话。')
        : t('导出这些群聊里的全部消息。')
    }
  >
    <Choice
      label={t('按什么导出')}
      value={scope}
      options={[
        { value: 'people', label: '人员' },
        { value: 'chats', label: '群聊' },
      ]}
      onChange={(value) => value && onScope(value)}
    />
    <Subjects subjects={subjects} addWords={scope === 'people' ? t('选择人员') : t('选择群聊')} onChange={onChange} onAdd={onAdd} />
  </Section>
)

type RequestButtonsProps = { busy: Busy; disabled: boolean; onCancel: () => void; onSubmit: () => void }

const RequestButtons = ({ busy, disabled, onCancel, onSubmit }: RequestButtonsProps) => (
  <div className="flex gap-3">
    <Button kind="secondary" size="large" className="flex-1" onClick={onCancel}>
      {t('取消')}
    </Button>
    <Button size="large" className="flex-1" busy={busy} disabled={disabled} onClick={onSubmit}>
      {t('提交申请')}
    </Button>
  </div>
)

type SubjectsProps = {
  subjects: readonly NamedRef[]
  addWords: string
  onChange: (subjects: readonly NamedRef[]) => void
  onAdd: () => void
}

const Subjects = ({ subjects, addWords, onChange, onAdd }: SubjectsProps) => (
  <ul className="flex flex-wrap gap-2 px-4 py-3">
    {subjects.map((subject) => (
      <li key={subject.id}>
        <button
          type="button"
          onClick={() => onChange(subjects.filter((candidate) => candidate.id !== subject.id))}
          aria-label={t('移除{name}', { name: subject.name })}
          className="reach flex min-h-9 max-w-60 items-center gap-1.5 rounded-full bg-sunken px-3 text-small"
        >
          <span className="truncate">{subject.name}</span>
          <X size={14} className="shrink-0 text-faint" aria-hidden />
        </button>
      </li>
    ))}
    <li>
      <Button kind="secondary" size="small" icon={Plus} onClick={onAdd}>
        {addWords}
      </Button>
    </li>
  </ul>
)

type PickersProps = {
  /** What is picked now; undefined for nothing. */
  scope: 'people' | 'chats' | undefined
  people: readonly NamedRef[]
  chats: readonly NamedRef[]
  onPeople: (people: readonly NamedRef[]) => void
  onChats: (chats: readonly NamedRef[]) => void
  onClose: () => void
}

const SubjectPickers = ({ scope, people, chats, onPeople, onChats, onClose }: PickersProps) => (
  <>
    <PeoplePicker
      open={scope === 'people'}
      title={t('选择人员')}
      most={disputeLimits.people}
      without={people.map((person) => person.id)}
      onClose={onClose}
      onChoose={(added) => onPeople([...people, ...added.map(({ uid, userName }) => ({ id: uid, name: userName }))])}
    />
    <Sheet open={scope === 'chats'} onClose={onClose} title={t('选择群聊')} tall>
      {scope === 'chats' && (
        <Groups
          without={chats}
          onChoose={(group) => {
            onChats([...chats, group])
            onClose()
          }}
        />
      )}
    </Sheet>
  </>
)

const Groups = ({ without, onChoose }: { without: readonly NamedRef[]; onChoose: (group: NamedRef) => void }) => {
  const [likeQuery, setLikeQuery] = useState('')
  const { data, error, refetch } = useAsk(disputeOperations.groups, { likeQuery }, { enabled: likeQuery !== '' })
  const rows = data?.list.filter(({ id }) => !without.some((person) => person.id === id))
  return (
    <>
      <SearchBox value={likeQuery} onSearch={setLikeQuery} placeholder={t('输入群聊名称')} autoFocus />
      {likeQuery !== '' && !rows && <Pending error={error} onRetry={refetch} />}
      {rows?.length === 0 && <Empty title={t('没有这个名称的群聊')} />}
      <ul className="-mx-4 pt-2 wide:-mx-5">
        {rows?.map(({ id, name, memberCount }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose({ id, name })}
              className="pressable flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left wide:px-5"
            >
              <span className="min-w-0 flex-1 truncate text-body">{name}</span>
              <span className="shrink-0 text-small text-quiet">{t('{count}人', { count: memberCount })}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const states: Readonly<Record<DisputeRow['state'], { readonly title: string; readonly tone: Tone }>> = {
  asked: { title: '等待同意', tone: 'warn' },
  waiting: { title: '等待中', tone: 'accent' },
  running: { title: '导出中', tone: 'accent' },
  done: { title: '可下载', tone: 'good' },
  failed: { title: '未成功', tone: 'bad' },
  refused: { title: '已拒绝', tone: 'bad' },
  withdrawn: { title: '已撤回', tone: 'plain' },
  gone: { title: '已删除', tone: 'plain' },
}

const steps: Readonly<Record<DisputeRow['steps'][number]['step'], string>> = {
  asked: '{name}申请',
  agreed: '{name}同意',
  refused: '{name}拒绝',
  withdrawn: '{name}撤回申请',
  lapsed: '无人答复，申请失效',
  made: '文件已生成',
  failed: '没有导出成功',
  fetched: '{name}下载',
  deleted: '{name}删除文件',
  ended: '到期，文件已删除',
}

const DisputeCard = ({ row }: { row: DisputeRow }) => {
  const { id, state, reason, chats, people, from, to, withFiles, messages, sizeBytes, goneAt, failure, progress } = row
  const { send: decide, sending } = useSend(disputeOperations.decide, { done: '已答复' })
  const { send: drop, sending: dropping } = useSend(disputeOperations.delete, { done: '已完成' })
  const agree = async () => {
    const sure = await confirm({
      title: t('同意导出这段聊天记录?'),
      text: t('会话里会出现一行提示，写明您和申请人的名字。'),
      yes: t('同意'),
    })
    if (sure) await decide({ id, agreed: true }).catch(ignoreCallError)
  }
  const end = async () => {
    const sure =
      state === 'asked' ? await confirm({ title: t('撤回这个申请?'), yes: t('撤回') }) : await confirmDelete(t('确定删除这个文件吗?'))
    if (sure) await drop({ id }).catch(ignoreCallError)
  }
  const namedSubjects = people.length > 0 ? people : chats
  return (
    <Card>
      <div className="flex items-start gap-2">
        <span className="line-clamp-2 min-w-0 flex-1 text-body font-medium">{namedSubjects.map(({ name }) => name).join(t('、'))}</span>
        <Tag tone={states[state].tone}>{t(states[state].title)}</Tag>
      </div>
      <p className="mt-1 text-small text-quiet">
        {[
          people.length > 0 ? t('在共同会话中发送的消息') : t('群聊的全部消息'),
          from === to ? from : `${from} – ${to}`,
          withFiles ? t('含图片和文件') : t('不含图片和文件'),
          ...(state === 'done' ? [t('{count}条消息', { count: messages }), sizeWords(sizeBytes)] : []),
        ].join(' · ')}
      </p>
      <p className="mt-2 break-words text-body">{reason}</p>
      {failure && <p className="mt-2 text-small text-bad">{failure}</p>}
      {state === 'running' && <p className="mt-2 text-small text-quiet">{t('已完成{percent}%', { percent: progress })}</p>}
      {state === 'done' && goneAt && <p className="mt-2 text-small text-quiet">{t('保留至{when}', { when: fullTime(goneAt) })}</p>}
      {(row.mayDecide || row.mayWithdraw || row.mayFetch) && (
        <div className="mt-3 flex items-center gap-2">
          {row.mayDecide && (
            <>
              <Button
                kind="secondary"
                className="flex-1 wide:flex-none"
                busy={sending}
                onClick={() => void decide({ id, agreed: false }).catch(ignoreCallError)}
              >
                {t('拒绝')}
              </Button>
              <Button className="flex-1 wide:flex-none" busy={sending} onClick={() => void agree()}>
                {t('同意')}
              </Button>
            </>
          )}
          {row.mayFetch && <DownloadLink href={disputeAddress(id)} />}
          {row.mayWithdraw &&
            (state === 'asked' ? (
              <Button kind="secondary" className="flex-1 wide:flex-none" busy={dropping} onClick={() => void end()}>
                {t('撤回')}
              </Button>
            ) : (
              <IconButton icon={Trash2} label={t('删除')} onClick={() => void end()} />
            ))}
        </div>
      )}
      <ol className="mt-3 flex flex-col gap-1 border-t border-line pt-3">
        {row.steps.map((step) => (
          <li key={step.id} className="flex justify-between gap-3 text-small text-quiet">
            <span className="min-w-0 truncate">{t(steps[step.step], { name: step.by ?? '' })}</span>
            <time className="shrink-0 text-faint" dateTime={step.at} title={fullTime(step.at)}>
              {when(step.at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}
