import { createElement, useState } from 'react'
import { lastOf } from '../../../../kernel/assert.ts'
import { flowCategories } from '../../../../domain/approval/flow/templates/all.ts'
import { formOperations } from '../../../../domain/approval/operations/forms.ts'
import { useSend } from '../../../send.ts'
import { CallError } from '../../../call.ts'
import { hrefOf } from '../../../frames.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Field } from '../../../look/fields/Field.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { TextField } from '../../../look/fields/TextField.tsx'
import { goHref } from '../../../travel.ts'
import { t } from '../../../words.ts'
import { menuIcon } from '../../../workbench/menuIcon.ts'

type ModuleCode = (typeof flowCategories)[number]['moduleCode']
type Look = { flowName: string; flowIcon: string; color: string; moduleCode: string }

/** A flow for a published form, one with the steps of another, or another look for one that is there. */
export type FlowSheetFor =
  | { act: 'make'; formKey: string; formName: string }
  | { act: 'copy' | 'edit'; flow: Look & { flowKey: string; formEntity: { formKey: string } } }

type Props = { open: boolean; onClose: () => void; about: FlowSheetFor }

/** What a flow is called and how it looks among the flows; a new one is designed next. */
export const FlowSheet = ({ open, onClose, about }: Props) => {
  const [flow, setFlow] = useState<Look>(() => lookFor(about))
  const { save, busy } = useFlowSaving(about, onClose)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(titles[about.act])}
      footer={
        <Button wide size="large" busy={busy} disabled={flow.flowName.trim() === ''} onClick={() => void save(flow)}>
          {t(about.act === 'edit' ? '保存' : '创建并设计流程')}
        </Button>
      }
    >
      <div className="shrink-0">
        <div className="flex flex-col items-center gap-2 pb-5 pt-1">
          <span className="flex size-16 items-center justify-center rounded-sheet text-white" style={{ backgroundColor: flow.color }}>
            {createElement(menuIcon(flow.flowIcon), { size: 30, 'aria-hidden': true })}
          </span>
          <p className="text-body font-medium">{t(flow.flowName || '未命名')}</p>
        </div>
        <Card flush>
          <TextField
            label={t('流程名称')}
            required
            maxLength={40}
            value={flow.flowName}
            onChange={(flowName) => setFlow({ ...flow, flowName })}
          />
          <Choice
            label={t('分类')}
            required
            value={flow.moduleCode}
            onChange={(moduleCode) => setFlow({ ...flow, moduleCode })}
            options={flowCategories.map(({ moduleCode, name }) => ({ value: moduleCode, label: t(name) }))}
          />
          <ColorField value={flow.color} onChange={(color) => setFlow({ ...flow, color })} />
          <IconField value={flow.flowIcon} onChange={(flowIcon) => setFlow({ ...flow, flowIcon })} />
        </Card>
      </div>
    </Sheet>
  )
}

const useFlowSaving = (about: FlowSheetFor, onSaved: () => void) => {
  const create = useSend(formOperations.createFlow, { done: '流程已创建' })
  const edit = useSend(formOperations.editFlow, { done: '已保存' })
  const save = async (flow: Look) => {
    const look = { ...flow, flowName: flow.flowName.trim(), moduleCode: moduleCodeOf(flow) }
    try {
      if (about.act === 'edit') {
        await edit.send({ ...look, flowKey: about.flow.flowKey })
        return onSaved()
      }
      const createdFlow = await create.send(
        about.act === 'make'
          ? { ...look, formKey: about.formKey }
          : { ...look, formKey: about.flow.formEntity.formKey, likeFlow: about.flow.flowKey },
      )
      onSaved()
      goHref(hrefOf('/pages/flow/flowdesign', { flowKey: createdFlow.flowKey }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return { save, busy: create.sending || edit.sending }
}

/** The category that was chosen; a flow of another category stays there. */
const moduleCodeOf = ({ moduleCode }: Look): ModuleCode | undefined =>
  flowCategories.find((category) => category.moduleCode === moduleCode)?.moduleCode

type PickProps = { value: string; onChange: (value: string) => void }

const ColorField = ({ value, onChange }: PickProps) => (
  <Field label={t('颜色')} group>
    {() => (
      <div role="radiogroup" aria-label={t('颜色')} className="flex flex-wrap gap-1.5 py-1.5">
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={value === color}
            aria-label={color}
            onClick={() => onChange(color)}
            className="flex size-11 items-center justify-center"
          >
            <span
              className={`size-8 rounded-full ${value === color ? 'ring-2 ring-accent ring-offset-2 ring-offset-(color:--card)' : ''}`}
              style={{ backgroundColor: color }}
            />
          </button>
        ))}
      </div>
    )}
  </Field>
)

const IconField = ({ value, onChange }: PickProps) => (
  <Field label={t('图标')} group>
    {() => (
      <div role="radiogroup" aria-label={t('图标')} className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5 py-1.5">
        {icons.map((name) => {
          const Each = menuIcon(name)
          return (
            <button
              key={name}
              type="button"
              role="radio"
              aria-checked={value === name}
              aria-label={name}
              onClick={() => onChange(name)}
              className={`flex h-11 items-center justify-center rounded-control ${value === name ? 'bg-accent-soft text-accent-strong ring-1 ring-accent' : 'text-quiet'}`}
            >
              <Each size={20} aria-hidden />
            </button>
          )
        })}
      </div>
    )}
  </Field>
)

const titles: Readonly<Record<FlowSheetFor['act'], string>> = { make: '做成流程', copy: '复制流程', edit: '名称和图标' }

const lookFor = (sheet: FlowSheetFor): Look => {
  if (sheet.act === 'make') {
    const { moduleCode } = lastOf(flowCategories)
    return { flowName: sheet.formName, flowIcon: 'file-text', color: '#0081ff', moduleCode }
  }
  const { flowName, flowIcon, color, moduleCode } = sheet.flow
  return {
    flowName: sheet.act === 'copy' ? t('{name}（副本）', { name: t(flowName) }).slice(0, 40) : flowName,
    flowIcon,
    color,
    moduleCode,
  }
}

const colors = ['#0081ff', '#00a86b', '#ff8a00', '#7a5af8', '#12b5cb', '#e5484d', '#d6409f', '#5b6475']

const icons = [
  'file-text',
  'stamp',
  'shopping-cart',
  'briefcase-business',
  'calendar-days',
  'calendar-check',
  'truck',
  'map-pin',
  'wrench',
  'package',
  'laptop',
  'warehouse',
  'shield-check',
  'user-round',
  'contact',
  'megaphone',
  'notebook-pen',
  'clipboard-list',
  'archive',
  'tags',
  'factory',
  'printer',
  'send',
  'hand-helping',
] as const
