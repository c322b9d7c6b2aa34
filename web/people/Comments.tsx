import { AtSign, MessageSquare, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PersonAnswer } from '../../domain/approval/operations/flows.ts'
import type { Attachment } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { drawText } from '../look/said.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { t } from '../words.ts'
import { AttachmentUpload } from '../forms/AttachmentUpload.tsx'
import { PictureUpload } from '../forms/PictureUpload.tsx'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { when } from '../shell/when.ts'
import { LinkedText } from '../markup/TextLink.tsx'
import { askedAt, splitMentions, withNamed } from './mentions.ts'
import { StoredFiles } from '../forms/StoredFiles.tsx'
import { useBusy, useOver } from '../writing.ts'

export type Comment = {
  readonly id: Id
  readonly author: PersonAnswer
  readonly body: string
  readonly mentions: readonly PersonAnswer[]
  readonly attachments?: readonly string[]
  readonly at: string
  readonly removable: boolean
}

/** What is said: who is named in it with @, and the paths of the files that come along. */
export type CommentInput = { readonly body: string; readonly mentions: Id[]; readonly attachments: string[] }

type Props = {
  comments: readonly Comment[]
  /** Absent where nothing more may be said. */
  onSay?: ((comment: CommentInput) => Promise<unknown>) | undefined
  onRemove: (commentId: Id) => Promise<unknown>
  /** Whether files may come along. */
  files?: boolean
}

/** What people said about something, and the place to say more; naming a person with @ tells them. */
export const Comments = ({ comments, onSay, onRemove, files = false }: Props) => (
  <section className="mb-4">
    <div className="flex min-h-9 items-center justify-between px-1 pb-1.5">
      <h2 className="text-small font-medium text-quiet">{t('评论（{count}）', { count: comments.length })}</h2>
      {onSay && <Writing onSay={onSay} files={files} />}
    </div>
    {comments.length > 0 && (
      <Card>
        <ul className="space-y-4">
          {comments.map((comment) => (
            <Said key={comment.id} comment={comment} onRemove={onRemove} />
          ))}
        </ul>
      </Card>
    )}
  </section>
)

const Said = ({ comment, onRemove }: { comment: Comment } & Pick<Props, 'onRemove'>) => {
  const { id, author, body, mentions, attachments = [], at, removable } = comment
  const over = useOver()
  const remove = async () => {
    if (await confirmDelete(t('删除这条评论?'))) await onRemove(id).catch(showError)
  }
  return (
    <li className="flex gap-3">
      <Avatar name={author.userName} src={author.avatar ?? undefined} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-3 text-small text-quiet">
          <span className="min-w-0 flex-1 truncate">{drawText(author.userName)}</span>
          <time className="shrink-0 text-faint">{when(at)}</time>
        </p>
        <p className="whitespace-pre-wrap break-words text-body">
          {splitMentions(
            body,
            mentions.map(({ userName }) => userName),
          ).map(({ text, named }, index) =>
            named ? (
              <span key={index} className="font-medium text-accent-strong">
                {text}
              </span>
            ) : (
              <LinkedText key={index} text={text} />
            ),
          )}
        </p>
        <StoredFiles paths={attachments} />
      </div>
      {removable && (
        <WriteIconButton
          icon={Trash2}
          iconSize={16}
          label={t('删除这条评论')}
          className="-m-2 text-faint"
          busy={over}
          onClick={() => void remove()}
        />
      )}
    </li>
  )
}

type Draft = { body: string; named: readonly { id: Id; name: string }[]; pictures: readonly string[]; files: readonly Attachment[] }
const emptyDraft: Draft = { body: '', named: [], pictures: [], files: [] }

const Writing = ({ onSay, files }: { onSay: (comment: CommentInput) => Promise<unknown>; files: boolean }) => {
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useBusy()
  /** Where in the text those who are being picked are named. */
  const [picking, setPicking] = useState<number>()
  const [draft, setDraft] = useState(emptyDraft)
  const write = (body: string) => {
    setPicking(askedAt(draft.body, body))
    setDraft({ ...draft, body })
  }
  const name = (people: readonly { id: Id; name: string }[]) =>
    setDraft({
      ...draft,
      body: withNamed(
        draft.body,
        picking ?? draft.body.length,
        people.map((person) => person.name),
      ),
      named: [...draft.named, ...people],
    })
  const say = async () => {
    const body = draft.body.trim()
    const mentions = [...new Set(draft.named.filter((person) => body.includes(`@${person.name}`)).map(({ id }) => id))]
    const attachments = [...draft.pictures, ...draft.files.map(({ path }) => path)]
    setSending(true)
    try {
      await onSay({ body, mentions, attachments })
      setDraft(emptyDraft)
      setOpen(false)
    } catch (error) {
      showError(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <Button kind="plain" size="small" icon={MessageSquare} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('写评论')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('评论')}
        footer={
          <Button wide size="large" busy={sending} disabled={draft.body.trim() === ''} onClick={() => void say()}>
            {t('发表')}
          </Button>
        }
      >
        <Card flush className="shrink-0">
          <TextArea
            label={t('内容')}
            value={draft.body}
            onChange={write}
            max={1000}
            lines={4}
            placeholder={t('写下您的看法，输入@提到同事')}
          />
          <div className="px-4 pb-1">
            <Button
              kind="plain"
              size="small"
              icon={AtSign}
              className="-ml-3.5"
              onClick={() => setPicking(draft.body.endsWith('@') ? draft.body.length - 1 : draft.body.length)}
            >
              {t('提到同事')}
            </Button>
          </div>
          {files && (
            <>
              <PictureUpload
                label={t('图片')}
                value={draft.pictures}
                onChange={(pictures) => setDraft((now) => ({ ...now, pictures }))}
                max={6}
              />
              <AttachmentUpload
                label={t('附件')}
                value={draft.files}
                onChange={(files) => setDraft((now) => ({ ...now, files }))}
                max={3}
              />
            </>
          )}
        </Card>
        <ReferencePicker
          open={picking !== undefined}
          onClose={() => setPicking(undefined)}
          noun="person"
          many
          max={50}
          title={t('提到同事')}
          chosen={[]}
          onChoose={(_, rows) => name(rows.map((row) => ({ id: row.id, name: String(row['userName'] ?? '') })))}
        />
      </Sheet>
    </>
  )
}

/** Its words were toasted. */
const showError = (error: unknown): void => {
  if (!(error instanceof CallError)) throw error
}
