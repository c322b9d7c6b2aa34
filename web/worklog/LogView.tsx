import { Pencil, ThumbsUp, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { type Log, logOperations, type WorkItem } from '../../domain/worklog/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { PendingPart } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { FormFields } from '../approval/form/FormFields.tsx'
import { useDesign } from '../approval/form/values.ts'
import { Comments } from '../people/Comments.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { useSend } from '../send.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { periodWords } from './periodWords.ts'

/** One log, for its author and those who got it: who opened it has read it. */
export const LogView = ({ id, onGone }: { id: Id; onGone: () => void }) => {
  const { data, error, refetch } = useAsk(logOperations.info, { id })
  const { send: read } = useSend(logOperations.read, { background: true })
  const unread = data?.log.state === 'sent' && !data.log.read
  useEffect(() => {
    if (unread) void read({ ids: [id] }).catch(() => undefined)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, unread])
  if (!data)
    return (
      <div className="min-h-0 flex-1 px-4 pt-2">
        <PendingPart error={error} onRetry={refetch} />
      </div>
    )
  return <Shown key={id} data={data} onGone={onGone} />
}

const noProblems: ReadonlyMap<string, string> = new Map()
const readAccess = () => 'read' as const

const Shown = ({ data, onGone }: { data: Log; onGone: () => void }) => {
  const { log, design: answeredDesign, values, may, receivers, likes, liked, comments, work } = data
  const design = useDesign(answeredDesign)
  const { send: remove } = useSend(logOperations.delete, { done: '已删除' })
  const { send: like, sending: liking } = useSend(logOperations.like)
  const { send: say } = useSend(logOperations.comment, { done: '已评论' })
  const { send: unsay } = useSend(logOperations.deleteComment, { done: '已删除' })
  const drop = async () => {
    if (!(await confirmDelete(t('确定删除这篇日志吗?')))) return
    try {
      await remove({ id: log.id })
      onGone()
    } catch (isRefused) {
      if (!(isRefused instanceof CallError)) throw isRefused
    }
  }
  return (
    <div className="scroller min-h-0 flex-1">
      <div className="mx-auto w-full max-w-3xl px-4 pb-8 pt-2 wide:px-6">
        <Card className="mb-4">
          <LogHead log={log} />
          {log.editedAt && <p className="pt-2 text-small text-faint">{t('{when}修改过', { when: when(log.editedAt) })}</p>}
          {(may.edit || may.delete) && (
            <div className="-mb-1 flex justify-end gap-2 pt-2">
              {may.delete && (
                <Button kind="plain" size="small" icon={Trash2} onClick={() => void drop()}>
                  {t('删除')}
                </Button>
              )}
              {may.edit && (
                <Button kind="secondary" size="small" icon={Pencil} onClick={() => go('/pages/mylog/logedit', { id: log.id })}>
                  {log.state === 'draft' ? t('继续写') : t('修改')}
                </Button>
              )}
            </div>
          )}
        </Card>
        {design && <FormFields design={design} values={values} onChange={() => undefined} problems={noProblems} access={readAccess} />}
        {work.length > 0 && <Work work={work} />}
        {log.state === 'sent' && (
          <>
            <Readers receivers={receivers} />
            <div className="mb-4 flex items-center gap-3 px-1">
              <Button
                kind={liked ? 'primary' : 'secondary'}
                size="small"
                icon={ThumbsUp}
                aria-pressed={liked}
                disabled={liking}
                onClick={() => void like({ id: log.id, liked: !liked }).catch(() => undefined)}
              >
                {likes.length > 0 ? String(likes.length) : t('赞')}
              </Button>
              <p className="min-w-0 flex-1 truncate text-small text-quiet">{likes.map(({ userName }) => userName).join(t('、'))}</p>
            </div>
            <Comments
              comments={comments}
              onSay={may.comment ? ({ body, mentions }) => say({ id: log.id, body, mentions }) : undefined}
              onRemove={(commentId) => unsay({ id: log.id, commentId })}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** Whose log it is, for which period, and when it came. */
const LogHead = ({ log }: { log: Log['log'] }) => (
  <div className="flex items-center gap-3">
    <Avatar name={log.author.userName} src={log.author.avatar ?? undefined} size={44} />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-title font-semibold">{log.author.userName}</span>
        <span className="text-small text-quiet">{log.departmentName}</span>
      </p>
      <p className="text-small text-quiet" title={fullTime(log.sentAt)}>
        {[t(log.template.name), periodWords(log.template.period, log.periodKey)].filter(Boolean).join(' · ')}
      </p>
    </div>
    <div className="flex shrink-0 flex-col items-end gap-1">
      {log.state === 'draft' ? <Tag tone="warn">{t('草稿')}</Tag> : log.late && <Tag tone="bad">{t('迟交')}</Tag>}
      <span className="text-small text-faint">{when(log.sentAt ?? log.updatedAt)}</span>
    </div>
  </div>
)

/** What the books say that was done: each number leads to what it counts. */
export const Work = ({ work, onRemove }: { work: readonly WorkItem[]; onRemove?: (item: WorkItem) => void }) => (
  <Section title={t('本期做过的事')}>
    {work.map((item) => (
      <details key={item.words + item.title} className="group border-b border-line last:border-transparent">
        <summary className="pressable flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2.5 text-body">
          <span className="min-w-0 flex-1">{t(item.words, { title: t(item.title), n: item.n })}</span>
          {onRemove && (
            <Button
              kind="plain"
              size="small"
              onClick={(event) => {
                event.preventDefault()
                onRemove(item)
              }}
            >
              {t('移除')}
            </Button>
          )}
        </summary>
        <ul className="flex flex-wrap gap-2 px-4 pb-3">
          {item.subjects.map(({ name, link }) => (
            <li key={link} className="min-w-0">
              <button
                type="button"
                onClick={() => goHref(link)}
                className="reach block max-w-full rounded-full bg-sunken px-3.5 py-1.5 text-small text-accent-strong"
              >
                <span className="block truncate">{t(name)}</span>
              </button>
            </li>
          ))}
          {item.n > item.subjects.length && (
            <li className="py-1.5 text-small text-faint">{t('还有 {n} 项', { n: item.n - item.subjects.length })}</li>
          )}
        </ul>
      </details>
    ))}
  </Section>
)

const Readers = ({ receivers }: { receivers: Log['receivers'] }) => {
  const read = receivers.filter(({ readAt }) => readAt !== null)
  const unread = receivers.filter(({ readAt }) => readAt === null)
  const names = (people: Log['receivers']) => people.map(({ userName }) => userName).join(t('、'))
  return (
    <Card className="mb-4 text-small">
      {read.length > 0 && (
        <p>
          <span className="text-quiet">{t('已读 {n}', { n: read.length })}</span> {names(read)}
        </p>
      )}
      {unread.length > 0 && (
        <p className={read.length > 0 ? 'pt-1.5' : ''}>
          <span className="text-quiet">{t('未读 {n}', { n: unread.length })}</span> {names(unread)}
        </p>
      )}
    </Card>
  )
}
