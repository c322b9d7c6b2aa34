import { Camera, type LucideIcon, Paperclip, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { useWideWindow } from '../../screen.ts'
import { t } from '../../words.ts'
import { AttachmentUpload } from '../../forms/AttachmentUpload.tsx'
import { PictureUpload } from '../../forms/PictureUpload.tsx'
import { commentMaxLength, type Opinion, type OpinionProblem, withSentence } from './opinion.ts'
import { Presets } from './Presets.tsx'
import { SignatureField } from './SignatureField.tsx'
import { keysOf } from '../../../kernel/keysOf.ts'

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
  const wide = useWideWindow()
  const [added, setAdded] = useState<ReadonlySet<Extra>>(new Set())
  const shows = {
    signature: require.signature || opinion.signature !== undefined || added.has('signature'),
    pictures: require.attachment || opinion.pictures.length > 0 || added.has('pictures'),
    files: opinion.files.length > 0 || added.has('files'),
  }
  const furtherExtras = keysOf(extras).filter((extra) => !shows[extra])
  return (
    <>
      <TextArea
        label={verdict === 'reject' ? t('驳回原因') : t('意见')}
        value={opinion.comment}
        onChange={(comment) => onChange({ ...opinion, comment })}
        max={commentMaxLength}
        required={needsComment}
        autoFocus={wide && verdict === 'reject'}
        error={problems.includes('comment') ? t('请填写意见') : undefined}
        placeholder={needsComment ? t('请填写意见') : t('说点什么（选填）')}
      />
      <Presets
        verdict={verdict}
        onTake={(words, presets) => onChange({ ...opinion, comment: withSentence(opinion.comment, words, presets) })}
      />
      {shows.signature && (
        <SignatureField
          value={opinion.signature}
          onChange={(signature) => onChange({ ...opinion, signature })}
          required={require.signature}
          error={problems.includes('signature') ? t('请签名') : undefined}
        />
      )}
      {shows.pictures && (
        <PictureUpload
          label={t('图片')}
          value={opinion.pictures}
          onChange={(pictures) => onChange({ ...opinion, pictures })}
          required={require.attachment}
          error={problems.includes('attachment') ? t('请上传图片或附件') : undefined}
          max={6}
        />
      )}
      {shows.files && (
        <AttachmentUpload label={t('附件')} value={opinion.files} onChange={(files) => onChange({ ...opinion, files })} max={3} />
      )}
      {furtherExtras.length > 0 && (
        <div className="flex flex-wrap gap-x-1 px-2 pb-1">
          {furtherExtras.map((extra) => {
            const { icon: Icon, words } = extras[extra]
            return (
              <button
                key={extra}
                type="button"
                onClick={() => setAdded(new Set([...added, extra]))}
                className="flex min-h-11 items-center gap-1.5 rounded-full px-2.5 text-small text-quiet transition active:opacity-60"
              >
                <Icon size={18} strokeWidth={1.8} aria-hidden />
                {t(words)}
              </button>
            )
          })}
        </div>
      )}
    </>
  )
}

type Extra = 'signature' | 'pictures' | 'files'
/** What may be said besides words where the step does not ask for it. */
const extras: Readonly<Record<Extra, { icon: LucideIcon; words: string }>> = {
  signature: { icon: PenLine, words: '签名' },
  pictures: { icon: Camera, words: '图片' },
  files: { icon: Paperclip, words: '附件' },
}

/** What the step asks for, said before anyone taps a button. */
export const Requirements = ({ require }: { require: ProcessDetail['require'] }) => {
  const words = [
    require.comment === 'always' ? t('填写意见') : '',
    require.signature ? t('手写签名') : '',
    require.attachment ? t('上传图片或附件') : '',
  ].filter(Boolean)
  if (words.length === 0) return null
  return <p className="mb-2 px-1 text-small text-warn">{t('这一步需要：{what}', { what: words.join(t('、')) })}</p>
}
