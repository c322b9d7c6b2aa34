import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { useSend } from '../../send.ts'
import { Comments } from '../../people/Comments.tsx'
import type { CommentInput } from '../../people/useCommentDraft.ts'

/** What people said about an application, with the files that they added. */
export const ProcessComments = ({ detail: { process, comments, actions } }: { detail: ProcessDetail }) => {
  const { send: say } = useSend(processOperations.comment, { done: '已评论' })
  const { send: remove } = useSend(processOperations.deleteComment, { done: '已删除' })
  const processId = process.id
  const sendComment = ({ body, mentions, attachments }: CommentInput) =>
    say({ processId, body, ...(mentions.length > 0 && { mentions }), ...(attachments.length > 0 && { attachments }) })
  return (
    <Comments
      comments={comments}
      files
      onSay={actions.comment.allowed ? sendComment : undefined}
      onRemove={(commentId) => remove({ processId, commentId })}
    />
  )
}
