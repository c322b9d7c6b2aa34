import { ImagePlus } from 'lucide-react'
import { useId } from 'react'
import type { Checked } from '../../domain/bulk/transferOperations.ts'
import { Card } from '../look/Card.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { t } from '../words.ts'

/** Pictures that come in with a sheet: they are added here, and what has found no row is named. */
export const ImportPictures = ({
  pictures: { count, unused, unusedCount, missing, missingCount },
  busy,
  added,
  onFiles,
}: {
  pictures: Checked['pictures']
  busy: boolean
  added: { done: number; count: number } | undefined
  onFiles: (files: readonly File[]) => void
}) => {
  const id = useId()
  return (
    <Card>
      <label htmlFor={id} className="flex cursor-pointer items-center gap-3 focus-within:outline-2 focus-within:outline-accent">
        {busy ? <Spinner size={22} /> : <ImagePlus size={22} className="shrink-0 text-accent" aria-hidden />}
        <span className="min-w-0 flex-1">
          <span className="block text-body font-medium">
            {added && t('正在添加图片 {done} / {count}', added)}
            {!added && count === 0 && t('一起导入图片')}
            {!added && count > 0 && t('{count} 张图片，{matched} 张对应上了', { count, matched: count - unusedCount })}
          </span>
          <span className="block text-small text-quiet">{t('可选多张图片或 zip；文件名与编码、序列号相同，或写在“图片文件”列')}</span>
        </span>
        <input
          id={id}
          type="file"
          multiple
          accept="image/*,.zip"
          disabled={busy}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])])
            target.value = ''
          }}
          className="sr-only"
        />
      </label>
      {unusedCount > 0 && <Names words={t('没有对应上的图片')} names={unused} count={unusedCount} />}
      {missingCount > 0 && <Names words={t('表格里写了、还没有添加的图片')} names={missing} count={missingCount} />}
    </Card>
  )
}

const Names = ({ words, names, count }: { words: string; names: readonly string[]; count: number }) => (
  <p className="mt-2 break-all border-t border-line pt-2 text-small text-warn">
    {t('{what}（{count}）：{names}', { what: words, count, names: names.slice(0, 20).join(t('、')) + (count > 20 ? '…' : '') })}
  </p>
)
