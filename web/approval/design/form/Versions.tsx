import { useState } from 'react'
import { type FormDesign, parseFormDesign } from '../../../../domain/approval/form/formDesign.ts'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import { formOperations } from '../../../../domain/approval/operations/forms.ts'
import { useAsk } from '../../../ask.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { confirm } from '../../../look/overlays/confirm.ts'
import { Empty } from '../../../look/Empty.tsx'
import { Problem } from '../../../look/Problem.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { Skeleton } from '../../../look/Skeleton.tsx'
import { t } from '../../../words.ts'
import { when } from '../../../shell/when.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { blankForm, useDesign } from '../../form/values.ts'

type Version = OutputOf<typeof formOperations.form>['versions'][number]
type Props = {
  open: boolean
  onClose: () => void
  formKey: string
  versions: readonly Version[]
  onRestore: (design: FormDesign) => void
}

/** The published versions with time and author; each can be viewed and restored. */
export const Versions = ({ open, onClose, formKey, versions, onRestore }: Props) => {
  const [chosen, setChosen] = useState<number>()
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  return (
    <Sheet open={open} onClose={close} title={chosen === undefined ? t('版本记录') : t('第{version}版', { version: chosen })} tall>
      {chosen !== undefined && (
        <OldVersion key={chosen} formKey={formKey} version={chosen} onBack={() => setChosen(undefined)} onRestore={onRestore} />
      )}
      {chosen === undefined && versions.length === 0 && <Empty title={t('还没有发布过')} text={t('每次发布都会留下一个版本。')} />}
      {chosen === undefined && versions.length > 0 && (
        <Card flush className="shrink-0">
          <ul>
            {versions.map(({ version, publishedAt, publishedBy, note }) => (
              <li key={version} className="border-b border-line last:border-transparent">
                <button type="button" onClick={() => setChosen(version)} className="pressable w-full px-4 py-3 text-left">
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="text-body font-medium">{t('第{version}版', { version })}</span>
                    <time className="text-small text-faint">{when(publishedAt)}</time>
                  </span>
                  {(publishedBy || note) && (
                    <span className="mt-0.5 block text-small text-quiet">{[publishedBy?.userName, note].filter(Boolean).join(' · ')}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Sheet>
  )
}

type OldProps = { formKey: string; version: number; onBack: () => void; onRestore: (design: FormDesign) => void }

const OldVersion = ({ formKey, version, onBack, onRestore }: OldProps) => {
  const { data, error, refetch } = useAsk(formOperations.form, { formKey, version })
  const design = useDesign(data?.design)
  const restore = async () => {
    const parseResult = parseFormDesign(data?.design)
    if (!('design' in parseResult)) return
    const isAgreed = await confirm({ title: t('恢复这一版?'), text: t('草稿会换成这一版的内容，可以撤销。'), yes: t('恢复这一版') })
    if (isAgreed) onRestore(parseResult.design)
  }
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!design) return <Skeleton rows={5} picture={false} />
  return (
    <div className="shrink-0">
      <div inert>
        <FormFields design={design} values={blankForm(design)} onChange={() => undefined} problems={new Map()} access={writes} hasCards />
      </div>
      <div className="flex gap-3 pt-2">
        <Button kind="secondary" wide onClick={onBack}>
          {t('返回')}
        </Button>
        <Button wide onClick={() => void restore()}>
          {t('恢复这一版')}
        </Button>
      </div>
    </div>
  )
}

const writes = (): 'write' => 'write'
