import { Ellipsis, FilePlus2, FileText, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { formSamples } from '../../../domain/approval/design/formSamples.ts'
import { type FormRow, formOperations } from '../../../domain/approval/operations/forms.ts'
import { usePages } from '../../pages.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { choose, confirmDelete } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { type Column, List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Tag } from '../../look/Tag.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { useMay } from '../../shell/May.tsx'
import { when } from '../../shell/when.ts'
import { useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** The custom forms of the organisation. */
export default function Forms(): ReactNode {
  const [keyword, setKeyword] = useState('')
  const [isMaking, setMaking] = useState(false)
  const may = useMay(['workflow:design'])
  const wide = useWide()
  const pages = usePages(formOperations.forms, keyword ? { likeQuery: keyword } : {})

  const more = useMore()
  const moreButton = (form: FormRow) => may && <MoreButton onPress={() => void more(form)} />

  return (
    <Page
      scroll={false}
      right={
        may && (
          <Button size="small" icon={Plus} onClick={() => setMaking(true)}>
            {t('新建')}
          </Button>
        )
      }
      below={
        <div className="px-4 pb-2 wide:px-5">
          <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索表单')} />
        </div>
      }
    >
      <List
        pages={pages}
        keyOf={({ formKey }) => formKey}
        picture={false}
        apart={!wide}
        row={(form) => <FormCard form={form} onOpen={open} more={moreButton(form)} />}
        columns={[...columns(), { key: 'more', title: '', width: '2.75rem', end: true, cell: moreButton }]}
        onOpen={open}
        empty={{
          title: keyword ? t('没有找到') : t('还没有自定义表单'),
          text: keyword ? t('换个词试试') : t('设计一张表单，做成流程后员工就可以用它发起申请。'),
          ...(!keyword && may && { action: { label: t('新建表单'), onPress: () => setMaking(true) } }),
        }}
      />
      {isMaking && <NewForm onClose={() => setMaking(false)} />}
    </Page>
  )
}

type FormCardProps = { form: FormRow; onOpen: (form: FormRow) => void; more: ReactNode }

/** A form in the list of a narrow window. */
const FormCard = ({ form, onOpen, more }: FormCardProps) => (
  <Card flush className="flex items-start">
    <button type="button" onClick={() => onOpen(form)} className="pressable min-w-0 flex-1 p-4 pr-0 text-left">
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 truncate text-title font-semibold">{t(form.formName)}</span>
        <StateTags form={form} />
      </span>
      {form.note && <span className="mt-1 line-clamp-2 text-body text-quiet">{t(form.note)}</span>}
      <UsedBy form={form} />
      <span className="mt-2 block text-small text-faint">
        {[t('{count}个字段', { count: form.fieldCount }), form.updatedBy?.userName, when(form.updatedAt)].filter(Boolean).join(' · ')}
      </span>
    </button>
    <span className="p-1.5">{more}</span>
  </Card>
)

/** Presses of it do not open its row. */
const MoreButton = ({ onPress }: { onPress: () => void }) => (
  <IconButton
    icon={Ellipsis}
    iconSize={20}
    label={t('更多操作')}
    className="text-quiet"
    onClick={(event) => {
      event.stopPropagation()
      onPress()
    }}
  />
)

/** Asks for what is done with a form, and does it. */
const useMore = () => {
  const { send: copy } = useSend(formOperations.copyForm, { done: '已复制' })
  const { send: remove } = useSend(formOperations.deleteForm, { done: '已删除' })
  const more = async (form: FormRow) => {
    const choice = await choose(t(form.formName), [
      { value: 'open', label: t('设计表单') },
      { value: 'copy', label: t('复制') },
      {
        value: 'delete',
        label: t('删除'),
        danger: true,
        ...(form.flows.length > 0 && { text: t('正被{count}个流程使用', { count: form.flows.length }) }),
      },
    ])
    try {
      if (choice === 'open') open(form)
      if (choice === 'copy') await copy({ formKey: form.formKey })
      if (choice === 'delete' && (await confirmDelete(t('确定删除{name}吗?', { name: t(form.formName) }))))
        await remove({ formKey: form.formKey })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return more
}

const open = ({ formKey }: FormRow) => go('/pages/flow/formdesign', { formKey })

const columns = (): Column<FormRow>[] => [
  {
    key: 'name',
    title: t('表单名称'),
    width: 'minmax(0,1.6fr)',
    cell: (form) => (
      <span className="flex items-center gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
          <FileText size={18} aria-hidden />
        </span>
        <span className="min-w-0">
          <span className="block truncate font-medium">{t(form.formName)}</span>
          {form.note && <span className="block truncate text-small text-quiet">{t(form.note)}</span>}
        </span>
      </span>
    ),
  },
  { key: 'state', title: t('状态'), width: '11rem', cell: (form) => <StateTags form={form} /> },
  { key: 'fields', title: t('字段'), width: '5rem', cell: ({ fieldCount }) => fieldCount },
  { key: 'flows', title: t('用于流程'), cell: (form) => <UsedBy form={form} /> },
  {
    key: 'updated',
    title: t('更新'),
    width: '12rem',
    cell: ({ updatedBy, updatedAt }) => (
      <span className="text-quiet">{[updatedBy?.userName, when(updatedAt)].filter(Boolean).join(' · ')}</span>
    ),
  },
]

const StateTags = ({ form: { version, changed } }: { form: FormRow }) => (
  <span className="inline-flex gap-1.5">
    {version === null ? <Tag>{t('未发布')}</Tag> : <Tag tone="good">{t('已发布第{version}版', { version })}</Tag>}
    {version !== null && changed && <Tag tone="warn">{t('有改动')}</Tag>}
  </span>
)

const UsedBy = ({ form: { flows } }: { form: FormRow }) =>
  flows.length > 0 && (
    <span className="mt-2 flex flex-wrap gap-1.5 wide:mt-0">
      {flows.map(({ flowKey, flowName, flowIcon, color }) => {
        const Icon = menuIcon(flowIcon)
        return (
          <span key={flowKey} className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full bg-sunken pl-1 pr-2.5 text-small">
            <span className="flex size-5 shrink-0 items-center justify-center rounded-full text-white" style={{ backgroundColor: color }}>
              <Icon size={12} aria-hidden />
            </span>
            <span className="truncate">{t(flowName)}</span>
          </span>
        )
      })}
    </span>
  )

/** Begins a form: what it is called, empty or from a sample. */
const NewForm = ({ onClose }: { onClose: () => void }) => {
  const [sample, setSample] = useState('')
  const [typed, setTyped] = useState<string>()
  const { send, sending } = useSend(formOperations.saveForm)
  const chosenSample = formSamples.find(({ key }) => key === sample)
  const formName = typed ?? (chosenSample ? t(chosenSample.title) : '')
  const begin = async () => {
    try {
      const design = chosenSample?.design ?? empty
      const { formKey } = await send({ formName: formName.trim(), revision: 0, design })
      onClose()
      go('/pages/flow/formdesign', { formKey })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('新建表单')}
      footer={
        <Button wide size="large" busy={sending} disabled={formName.trim() === ''} onClick={() => void begin()}>
          {t('开始设计')}
        </Button>
      }
    >
      <Card flush className="mb-4 shrink-0">
        <TextField label={t('表单名称')} required maxLength={40} value={formName} onChange={setTyped} />
      </Card>
      <div role="radiogroup" aria-label={t('从哪里开始')} className="grid shrink-0 grid-cols-2 gap-3">
        {[{ key: '', title: '空白表单', text: '从头开始设计' }, ...formSamples].map(({ key, title, text }) => (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={sample === key}
            onClick={() => setSample(key)}
            className={`flex items-start gap-3 rounded-card p-3.5 text-left ${sample === key ? 'bg-accent-soft ring-2 ring-accent' : 'bg-card shadow-lift'}`}
          >
            <span className={`mt-0.5 shrink-0 ${sample === key ? 'text-accent-strong' : 'text-accent'}`}>
              {key === '' ? <FilePlus2 size={20} aria-hidden /> : <FileText size={20} aria-hidden />}
            </span>
            <span className="min-w-0">
              <span className="block text-body font-medium">{t(title)}</span>
              <span className="mt-0.5 block text-small text-quiet">{t(text)}</span>
            </span>
          </button>
        ))}
      </div>
    </Sheet>
  )
}

const empty: FormDesign = { schema: 1, items: [] }
