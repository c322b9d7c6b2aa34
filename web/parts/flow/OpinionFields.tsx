import type { ProcessDetail } from '../../../domain/operations/workflow.ts'
import { TextArea } from '../../look/TextArea.tsx'
import { t } from '../../words.ts'
import { AttachmentUpload } from '../AttachmentUpload.tsx'
import { PictureUpload } from '../PictureUpload.tsx'
import type { Opinion, OpinionProblem } from './opinion.ts'
import { Presets } from './Presets.tsx'
import { SignatureField } from './SignatureField.tsx'

type Props = {
  require: ProcessDetail['require']
  verdict: 'approve' | 'reject'
  opinion: Opinion
  onChange: (opinion: Opinion) => void
  problems: readonly OpinionProblem[]
}

/** What is said with a decision: words, a signature, pictures and files; what the step asks for wears a star. */
export const OpinionFields = ({ require, verdict, opinion, onChange, problems }: Props) => {
  const needsComment = require.comment === 'always' || (require.comment === 'onReject' && verdict === 'reject')
  return (
    <>
      <TextArea
        label={verdict === 'reject' ? t('驳回原因') : t('意见')}
        value={opinion.comment}
        onChange={(comment) => onChange({ ...opinion, comment })}
        max={500}
        required={needsComment}
        error={problems.includes('comment') ? t('请填写意见') : undefined}
        placeholder={needsComment ? t('请填写意见') : t('说点什么（选填）')}
      />
      <Presets onTake={(comment) => onChange({ ...opinion, comment })} />
      {(require.signature || verdict === 'approve') && (
        <SignatureField
          value={opinion.signature}
          onChange={(signature) => onChange({ ...opinion, signature })}
          required={require.signature}
          error={problems.includes('signature') ? t('请签名') : undefined}
        />
      )}
      <PictureUpload
        label={t('图片')}
        value={opinion.pictures}
        onChange={(pictures) => onChange({ ...opinion, pictures })}
        required={require.attachment}
        error={problems.includes('attachment') ? t('请上传图片或附件') : undefined}
        max={6}
      />
      <AttachmentUpload label={t('附件')} value={opinion.files} onChange={(files) => onChange({ ...opinion, files })} max={3} />
    </>
  )
}

/** What the step asks for, said before anybody taps a button. */
export const Requirements = ({ require }: { require: ProcessDetail['require'] }) => {
  const words = [
    require.comment === 'always' ? t('填写意见') : '',
    require.signature ? t('手写签名') : '',
    require.attachment ? t('上传图片或附件') : '',
  ].filter(Boolean)
  if (words.length === 0) return null
  return <p className="mb-2 px-1 text-small text-warn">{t('这一步需要：{what}', { what: words.join(t('、')) })}</p>
}
