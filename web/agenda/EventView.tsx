import { CalendarCheck, CircleHelp, Clock, MapPin, Pencil, Repeat, Trash2, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { type AgendaAnswer, type AgendaInfo, agendaOperations } from '../../domain/agenda/operations.ts'
import { dayAt, type Minute } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { confirm, confirmDelete } from '../look/overlays/confirm.ts'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag, type Tone } from '../look/Tag.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { LinkedText } from '../markup/TextLink.tsx'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { language, t } from '../words.ts'
import { zoneWords } from './zoneWords.ts'
import { reminderWords } from './reminderWords.ts'
import { ruleWords } from './ruleWords.ts'
import { chooseScope } from './scope.ts'
import { isElsewhere, whenOf } from './shown.ts'

/** One time of an event: when, where, who comes, and what may be done about it. `onGone`: it was deleted. */
export const EventView = ({ id, occurrence, onGone }: { id: Id; occurrence: Minute | undefined; onGone: () => void }) => {
  const { data, error, refetch } = useAsk(agendaOperations.info, { id, ...(occurrence && { occurrence }) })
  if (!data) return error ? <Problem error={error} onRetry={refetch} /> : <Skeleton picture={false} />
  return (
    <>
      <Head info={data} />
      {data.isOwn ? <OwnActs info={data} onGone={onGone} /> : <Answering info={data} />}
      <Said info={data} />
      <People info={data} />
    </>
  )
}

const whenWords = (info: AgendaInfo): string =>
  whenOf({
    begin: info.begin,
    end: info.end,
    allDay: info.values.allDay,
    fromDay: info.values.allDay ? info.startLocal.slice(0, 10) : dayAt(Date.parse(info.begin)),
    toDay: dayAt(Date.parse(info.end) - 1),
  })

const Head = ({ info }: { info: AgendaInfo }) => (
  <Card className="mb-4">
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {info.isCancelled && <Tag tone="bad">{t('已取消')}</Tag>}
      {info.isChanged && <Tag tone="warn">{t('本次有改动')}</Tag>}
      {info.values.visibility === 'private' && <Tag>{t('私密')}</Tag>}
    </div>
    <h2 className={`break-words text-large font-semibold ${info.isCancelled ? 'text-quiet line-through' : ''}`}>{info.title}</h2>
    <p className="mt-2 flex items-start gap-2 text-body">
      <Clock size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden />
      <span>
        {whenWords(info)}
        {isElsewhere(info.values.zone) && (
          <span className="block text-small text-quiet">
            {t('当地时间 {time}（{zone}）', { time: info.startLocal, zone: zoneWords(info.values.zone, language()) })}
          </span>
        )}
      </span>
    </p>
    {info.values.rule && (
      <p className="mt-1.5 flex items-start gap-2 text-body text-quiet">
        <Repeat size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden />
        {ruleWords(info.values.rule, info.values.startLocal)}
      </p>
    )}
    {info.place && (
      <div className="mt-1.5 flex items-start gap-2 text-body text-quiet">
        <MapPin size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden />
        <span className="min-w-0 break-words">
          {info.place}
          {info.point?.address && <span className="block text-small text-faint">{info.point.address}</span>}
        </span>
      </div>
    )}
  </Card>
)

const OwnActs = ({ info, onGone }: { info: AgendaInfo; onGone: () => void }) => {
  const { id, occurrence, version } = info
  const repeats = info.values.rule !== null
  const erase = useSend(agendaOperations.delete, { done: '已删除' })
  const restore = useSend(agendaOperations.restore, { done: '已恢复' })
  const edit = async () => {
    const scope = repeats ? await chooseScope(t('修改哪些日程？')) : 'all'
    if (scope) go('/pages/agenda/ageedit', { id, occurrence, scope })
  }
  const remove = async () => {
    const scope = repeats ? await chooseScope(t('删除哪些日程？')) : 'all'
    const text = info.people.length > 0 ? t('参与人会收到取消通知。') : undefined
    if (!scope || !(await confirmDelete(t('确定删除{name}吗?', { name: info.title }), text))) return
    await erase.send({ id, version, scope, occurrence }).then(onGone, ignoreCallError)
  }
  return (
    <div className="mb-4 flex gap-3">
      {info.isCancelled || info.isChanged ? (
        <Button
          kind="secondary"
          wide
          icon={Undo2}
          busy={restore.sending}
          onClick={async () => {
            if (info.isCancelled || (await confirm({ title: t('恢复成系列原来的安排？') })))
              await restore.send({ id, version, occurrence }).catch(ignoreCallError)
          }}
        >
          {info.isCancelled ? t('恢复这一次') : t('恢复原样')}
        </Button>
      ) : null}
      {!info.isCancelled && (
        <>
          <Button kind="secondary" wide icon={Pencil} onClick={() => void edit()}>
            {t('修改')}
          </Button>
          <Button kind="danger" wide icon={Trash2} busy={erase.sending} onClick={() => void remove()}>
            {t('删除')}
          </Button>
        </>
      )}
    </div>
  )
}

const answerLooks: Readonly<Record<AgendaAnswer, { words: string; tone: Tone }>> = {
  none: { words: '待答复', tone: 'plain' },
  accepted: { words: '已接受', tone: 'good' },
  declined: { words: '已谢绝', tone: 'bad' },
  tentative: { words: '暂定', tone: 'warn' },
}

/** What the reader says to the invitation, for this time or for all, with a word if he likes. */
const Answering = ({ info }: { info: AgendaInfo }) => {
  const { send, sending } = useSend(agendaOperations.answer, { done: '已答复' })
  const [answering, setAnswering] = useState<'accepted' | 'declined' | 'tentative'>()
  const [comment, setComment] = useState('')
  const repeats = info.values.rule !== null
  const say = async (all: boolean) => {
    if (!answering) return
    await send({ id: info.id, answer: answering, comment, ...(!all && { occurrence: info.occurrence }) }).then(
      () => setAnswering(undefined),
      ignoreCallError,
    )
  }
  if (info.isCancelled) return null
  const choice = (value: 'accepted' | 'tentative' | 'declined', label: string, icon: typeof X) => (
    <Button
      kind={info.answer === value ? 'primary' : 'secondary'}
      wide
      icon={icon}
      aria-pressed={info.answer === value}
      onClick={() => {
        setComment(info.answer === value ? info.comment : '')
        setAnswering(value)
      }}
    >
      {label}
    </Button>
  )
  return (
    <section className="mb-4">
      <p className="px-1 pb-2 text-small text-quiet">
        {info.answer === 'none'
          ? t('{name}邀请您参加', { name: info.ownerName })
          : t('您的答复：{answer}', { answer: t(answerLooks[info.answer ?? 'none'].words) })}
      </p>
      <div className="flex gap-2">
        {choice('accepted', t('接受'), CalendarCheck)}
        {choice('tentative', t('暂定'), CircleHelp)}
        {choice('declined', t('谢绝'), X)}
      </div>
      <Sheet
        open={answering !== undefined}
        onClose={() => setAnswering(undefined)}
        title={t('答复邀请')}
        footer={
          repeats ? (
            <>
              <Button kind="secondary" wide busy={sending} onClick={() => void say(false)}>
                {t('仅这一次')}
              </Button>
              <Button wide busy={sending} onClick={() => void say(true)}>
                {t('整个系列')}
              </Button>
            </>
          ) : (
            <Button wide busy={sending} onClick={() => void say(true)}>
              {t('答复')}
            </Button>
          )
        }
      >
        <Card flush>
          <TextArea label={t('留言')} value={comment} onChange={setComment} max={200} lines={2} placeholder={t('可以不填')} />
        </Card>
      </Sheet>
    </section>
  )
}

const visibilityWords = { full: '同事可见主题', busy: '同事只见忙碌', private: '私密' } as const

const Said = ({ info }: { info: AgendaInfo }) => {
  const { values } = info
  return (
    <Section>
      {info.notes && (
        <div className="border-b border-line px-4 py-3">
          <p className="whitespace-pre-line break-words text-body">
            <LinkedText text={info.notes} />
          </p>
        </div>
      )}
      {!info.isOwn && <Value label={t('发起人')}>{info.ownerName}</Value>}
      <Value label={t('提醒')}>
        {values.reminders.length === 0
          ? t('不提醒')
          : values.reminders
              .toSorted((a, b) => a - b)
              .map((minutes) => reminderWords(minutes, values.allDay))
              .join(t('、'))}
      </Value>
      {info.isOwn && <Value label={t('可见范围')}>{t(visibilityWords[values.visibility])}</Value>}
    </Section>
  )
}

const People = ({ info }: { info: AgendaInfo }) => {
  if (info.people.length === 0) return null
  const count = (answer: AgendaAnswer) => info.people.filter((person) => person.answer === answer).length
  const summary = (['accepted', 'tentative', 'declined', 'none'] as const)
    .filter((answer) => count(answer) > 0)
    .map((answer) => t('{n}人{answer}', { n: count(answer), answer: t(answerLooks[answer].words) }))
  return (
    <Section
      title={t('参与人（{n}）', { n: info.people.length })}
      right={<span className="text-small text-faint">{summary.join(t('，'))}</span>}
    >
      {info.people.map(({ uid, userName, answer, comment, hasLeft }) => (
        <Cell
          key={uid}
          start={<Avatar name={userName} size={36} />}
          title={userName}
          text={[hasLeft ? t('已离开') : '', comment].filter(Boolean).join(' · ') || undefined}
          value={<Tag tone={answerLooks[answer].tone}>{t(answerLooks[answer].words)}</Tag>}
        />
      ))}
    </Section>
  )
}
