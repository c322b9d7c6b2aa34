import { useState } from 'react'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import type { organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'

type Props = {
  value: OutputOf<typeof organisationInfo>['invoicing']
  onChange: (input: InputOf<typeof organisationUpdate>) => Promise<unknown>
}

/** What invoices call the organisation. */
export const InvoicingNames = ({ value, onChange }: Props) => {
  const [title, setTitle] = useState(value.title)
  const [taxNumber, setTaxNumber] = useState(value.taxNumber)
  const invoicing = { title: title.trim(), taxNumber: taxNumber.trim().toUpperCase() }
  return (
    <Section title={t('开票信息')} note={t('收到的发票购买方不是这个名称或税号时会提醒。')}>
      <TextField label={t('单位名称')} value={title} onChange={setTitle} maxLength={100} />
      <TextField label={t('税号')} value={taxNumber} onChange={setTaxNumber} maxLength={30} />
      {(invoicing.title !== value.title || invoicing.taxNumber !== value.taxNumber) && (
        <div className="px-4 py-3">
          <Button wide onClick={() => void onChange({ invoicing })}>
            {t('保存')}
          </Button>
        </div>
      )}
    </Section>
  )
}
