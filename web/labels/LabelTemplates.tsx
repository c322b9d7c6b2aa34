import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { labelNouns, type LabelNoun } from '../../domain/labels/content.ts'
import { blankTemplate } from '../../domain/labels/design.ts'
import type { LabelPaper, LabelTemplate } from '../../domain/labels/template.ts'
import { labelOperations, type LabelTemplateRow } from '../../domain/labels/operations.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { choose, confirmDelete } from '../look/overlays/confirm.ts'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { LabelPicture } from './LabelPicture.tsx'
import { papers } from '../../domain/labels/papers.ts'
import { nounWords } from './nounWords.ts'
import { sampleOf } from './samples.ts'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** The templates that labels are printed with: delivered ones and the organisation's own. */
export default function LabelTemplates() {
  const [noun, setNoun] = useState<LabelNoun>('asset')
  const [isMaking, setMaking] = useState(false)
  const mayDesign = useAllowed()('gslabel:save')
  const { data, error, refetch } = useAsk(labelOperations.templates, {})
  const { send: save } = useSend(labelOperations.saveTemplate)
  const { send: remove } = useSend(labelOperations.deleteTemplate)
  if (!data) return <Pending error={error} onRetry={refetch} />

  const open = ({ templateKey }: LabelTemplateRow) => go('/pages/goods/labels/design', { templateKey })
  const copy = async ({ template }: LabelTemplateRow) => {
    const name = t('{name} 副本', { name: t(template.name) }).slice(0, 40)
    const { templateKey } = await save({ template: unfrozen({ ...template, name }) })
    go('/pages/goods/labels/design', { templateKey })
  }
  const more = async (row: LabelTemplateRow) => {
    const isChanged = row.isDelivered && row.version > 0
    const choice = await choose(t(row.name), [
      { value: 'open', label: t('设计') },
      { value: 'copy', label: t('复制一份') },
      ...(isChanged ? [{ value: 'delete', label: t('恢复原样'), text: t('回到自带的样子'), danger: true }] : []),
      ...(row.isDelivered ? [] : [{ value: 'delete', label: t('删除'), danger: true }]),
    ])
    try {
      if (choice === 'open') open(row)
      if (choice === 'copy') await copy(row)
      const question = isChanged ? t('确定恢复原样吗?') : t('确定删除{name}吗?', { name: t(row.name) })
      if (choice === 'delete' && (await confirmDelete(question))) await remove({ templateKey: row.templateKey })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const templatesOfNoun = data.list.filter((row) => row.noun === noun)
  return (
    <Page
      onRefresh={refetch}
      right={
        mayDesign && (
          <Button size="small" icon={Plus} onClick={() => setMaking(true)}>
            {t('新建')}
          </Button>
        )
      }
      below={
        <Tabs label={t('标签')} value={noun} onChange={setNoun} tabs={labelNouns.map((value) => ({ value, label: t(nounWords[value]) }))} />
      }
    >
      <ul className="grid grid-cols-1 gap-3 pt-2 tablet:grid-cols-2 wide:grid-cols-3 wide:gap-4">
        {templatesOfNoun.map((row) => (
          <TemplateCard key={row.templateKey} row={row} onOpen={mayDesign ? () => open(row) : undefined} onMore={() => void more(row)} />
        ))}
      </ul>
      {isMaking && <NewTemplate noun={noun} onClose={() => setMaking(false)} />}
    </Page>
  )
}

type TemplateCardProps = { row: LabelTemplateRow; onOpen: (() => void) | undefined; onMore: () => void }

/** A template as it looks. Without `onOpen` it is only shown. */
const TemplateCard = ({ row, onOpen, onMore }: TemplateCardProps) => (
  <li>
    <Card flush className="relative">
      <button type="button" onClick={onOpen} disabled={!onOpen} className="pressable block w-full text-left">
        <span className="flex h-48 items-center justify-center bg-sunken p-4">
          <LabelPicture
            template={row.template}
            values={sampleOf(row.noun)}
            label={t('{name}的样子', { name: t(row.name) })}
            className="max-h-full max-w-full shadow-lift"
          />
        </span>
        <span className="block p-3.5">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate text-body font-medium">{t(row.name)}</span>
            {!row.isDelivered ? <Tag tone="accent">{t('自建')}</Tag> : row.version > 0 && <Tag tone="warn">{t('已修改')}</Tag>}
          </span>
          <span className="mt-0.5 block text-small text-quiet">{paperWords(row.template.paper)}</span>
        </span>
      </button>
      {onOpen && (
        <span className="absolute bottom-1 right-1">
          <IconButton icon={Ellipsis} iconSize={20} label={t('更多操作')} className="text-quiet" onClick={onMore} />
        </span>
      )}
    </Card>
  </li>
)

const paperWords = (paper: LabelPaper): string =>
  paper.kind === 'roll'
    ? t('卷纸 {width} × {height} 毫米', { width: paper.widthMm, height: paper.heightMm })
    : t('单张纸 {columns} 列 {rows} 行，每格 {width} × {height} 毫米', {
        columns: paper.columns,
        rows: paper.rows,
        width: paper.widthMm,
        height: paper.heightMm,
      })

/** As it is sent: what was read cannot be changed by anyone, what is sent is the sender's. */
const unfrozen = (template: LabelTemplate) => structuredClone(template) as never

/** Begins a template: what of, on which paper, what it is called. */
const NewTemplate = ({ noun: firstNoun, onClose }: { noun: LabelNoun; onClose: () => void }) => {
  const [noun, setNoun] = useState<LabelNoun>(firstNoun)
  const [paper, setPaper] = useState('60x40')
  const [name, setName] = useState('')
  const { send, sending } = useSend(labelOperations.saveTemplate)
  const begin = async () => {
    try {
      const template = blankTemplate(
        noun,
        assertDefined(
          papers.find(({ key }) => key === paper),
          `the paper ${paper}`,
        ).paper,
        name.trim(),
      )
      const { templateKey } = await send({ template: unfrozen(template) })
      onClose()
      go('/pages/goods/labels/design', { templateKey })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('新建标签模板')}
      footer={
        <Button wide size="large" busy={sending} disabled={name.trim() === ''} onClick={() => void begin()}>
          {t('开始设计')}
        </Button>
      }
    >
      <Card flush className="shrink-0">
        <TextField label={t('名称')} required maxLength={40} value={name} onChange={setName} autoFocus />
        <Choice
          label={t('用于')}
          required
          value={noun}
          onChange={setNoun}
          options={labelNouns.map((value) => ({ value, label: nounWords[value] }))}
        />
        <Choice
          label={t('标签纸')}
          required
          value={paper}
          onChange={setPaper}
          options={papers.map(({ key, title }) => ({ value: key, label: title }))}
        />
      </Card>
    </Sheet>
  )
}
