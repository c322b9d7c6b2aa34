import { createElement, useState } from 'react'
import { flowCategories } from '../../../../domain/approval/templates/all.ts'
import { formOperations } from '../../../../domain/operations/forms.ts'
import { useSend } from '../../../ask.ts'
import { CallError } from '../../../call.ts'
import { hrefOf } from '../../../frames.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/Choice.tsx'
import { Field } from '../../../look/Field.tsx'
import { Sheet } from '../../../look/Sheet.tsx'
import { TextField } from '../../../look/TextField.tsx'
import { goHref } from '../../../travel.ts'
import { t } from '../../../words.ts'
import { menuIcon } from '../../menuIcon.ts'

type Props = { open: boolean; onClose: () => void; formKey: string; formName: string }

/** Makes a flow for a published form: what it is called, how it looks among the flows, and on to its design. */
export const FlowSheet = ({ open, onClose, formKey, formName }: Props) => {
  const [flow, setFlow] = useState({
    flowName: formName,
    flowIcon: 'file-text',
    color: '#0081ff',
    moduleCode: flowCategories.at(-1)!.moduleCode,
  })
  const { send, sending } = useSend(formOperations.createFlow, { changes: ['workflow', 'wfflowcat'], done: '流程已创建' })
  const make = async () => {
    try {
      const made = await send({ ...flow, flowName: flow.flowName.trim(), formKey })
      onClose()
      goHref(hrefOf('/pages/flow/flowdesign', { flowKey: made.flowKey }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('做成流程')}
      footer={
        <Button wide size="large" busy={sending} disabled={flow.flowName.trim() === ''} onClick={() => void make()}>
          {t('创建并设计流程')}
        </Button>
      }
    >
      <div className="shrink-0">
        <div className="flex flex-col items-center gap-2 pb-5 pt-1">
          <span className="flex size-16 items-center justify-center rounded-sheet text-white" style={{ backgroundColor: flow.color }}>
            {createElement(menuIcon(flow.flowIcon), { size: 30, 'aria-hidden': true })}
          </span>
          <p className="text-body font-medium">{flow.flowName || t('未命名')}</p>
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
            onChange={(moduleCode) => setFlow({ ...flow, moduleCode: moduleCode as typeof flow.moduleCode })}
            options={flowCategories.map(({ moduleCode, name }) => ({ value: moduleCode, label: name }))}
          />
          <Field label={t('颜色')} group>
            {() => (
              <div role="radiogroup" aria-label={t('颜色')} className="flex flex-wrap gap-1.5 py-1.5">
                {colors.map((color) => (
                  <button
                    key={color}
                    type="button"
                    role="radio"
                    aria-checked={flow.color === color}
                    aria-label={color}
                    onClick={() => setFlow({ ...flow, color })}
                    className="flex size-11 items-center justify-center"
                  >
                    <span
                      className={`size-8 rounded-full ${flow.color === color ? 'ring-2 ring-accent ring-offset-2 ring-offset-(color:--card)' : ''}`}
                      style={{ backgroundColor: color }}
                    />
                  </button>
                ))}
              </div>
            )}
          </Field>
          <Field label={t('图标')} group>
            {() => (
              <div
                role="radiogroup"
                aria-label={t('图标')}
                className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5 py-1.5"
              >
                {icons.map((name) => {
                  const Each = menuIcon(name)
                  return (
                    <button
                      key={name}
                      type="button"
                      role="radio"
                      aria-checked={flow.flowIcon === name}
                      aria-label={name}
                      onClick={() => setFlow({ ...flow, flowIcon: name })}
                      className={`flex h-11 items-center justify-center rounded-control ${flow.flowIcon === name ? 'bg-accent-soft text-accent-strong ring-1 ring-accent' : 'text-quiet'}`}
                    >
                      <Each size={20} aria-hidden />
                    </button>
                  )
                })}
              </div>
            )}
          </Field>
        </Card>
      </div>
    </Sheet>
  )
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
