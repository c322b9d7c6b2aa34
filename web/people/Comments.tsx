import { AtSign, MessageSquare, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PersonAnswer } from '../../domain/approval/operations/flows.ts'
import type { Id } from '../../kernel/id.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { drawText } from '../look/drawText.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { t } from '../words.ts'
import { AttachmentUpload } from '../forms/AttachmentUpload.tsx'
import { PictureUpload } from '../forms/PictureUpload.tsx'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { when } from '../shell/when.ts'
import { LinkedText } from '../markup/TextLink.tsx'
import { splitMentions } from './mentions.ts'
import { StoredFiles } from '../forms/StoredFiles.tsx'
import { useOver } from '../writing.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { type CommentInput, useCommentDraft } from './useCommentDraft.ts'

export type Comment = {
  readonly id: Id
  readonly author: PersonAnswer
  readonly body: string
  readonly mentions: readonly PersonAnswer[]
  readonly attachments?: readonly string[]
  readonly at: string
  readonly removable: boolean
}

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
    if (await confirmDelete(t('删除这条评论?'))) await onRemove(id).catch(ignoreCallError)
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

const Writing = ({ onSay, files }: { onSay: (comment: CommentInput) => Promise<unknown>; files: boolean }) => {
  const [open, setOpen] = useState(false)
  const comment = useCommentDraft(onSay, () => setOpen(false))
  const { draft, isPicking, endPicking, mention, send, sending } = comment
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
          <Button wide size="large" busy={sending} disabled={draft.body.trim() === ''} onClick={() => void send()}>
            {t('发表')}
          </Button>
        }
      >
        <CommentFields comment={comment} files={files} />
        <ReferencePicker
          open={isPicking}
          onClose={endPicking}
          noun="person"
          many
          max={50}
          title={t('提到同事')}
          chosen={[]}
          onChoose={(_, rows) => mention(rows.map((row) => ({ id: row.id, name: String(row['userName'] ?? '') })))}
        />
      </Sheet>
    </>
  )
}

type CommentFieldsProps = { comment: ReturnType<typeof useCommentDraft>; files: boolean }

const CommentFields = ({ comment: { draft, write, attach, pickPeople }, files }: CommentFieldsProps) => (
  <Card flush className="shrink-0">
    <TextArea label={t('内容')} value={draft.body} onChange={write} max={1000} lines={4} placeholder={t('写下您的看法，输入@提到同事')} />
    <div className="px-4 pb-1">
      <Button kind="plain" size="small" icon={AtSign} className="-ml-3.5" onClick={pickPeople}>
        {t('提到同事')}
      </Button>
    </div>
    {files && (
      <>
        <PictureUpload label={t('图片')} value={draft.pictures} onChange={(pictures) => attach({ pictures })} max={6} />
        <AttachmentUpload label={t('附件')} value={draft.files} onChange={(files) => attach({ files })} max={3} />
      </>
    )}
  </Card>
)
