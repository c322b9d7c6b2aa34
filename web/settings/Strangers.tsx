import { useState } from 'react'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import type { organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { t } from '../words.ts'

type Props = {
  value: OutputOf<typeof organisationInfo>['strangers']
  onChange: (input: InputOf<typeof organisationUpdate>) => Promise<unknown>
}

/** What a person sees who is no one of the organisation and opens one of its labels with a phone. */
export const Strangers = ({ value, onChange }: Props) => {
  const [contact, setContact] = useState(value.contact)
  const change = (what: Partial<Props['value']>) => void onChange({ strangers: { ...value, contact: contact.trim(), ...what } })
  return (
    <Section
      title={t('捡到可报告')}
      {...(value.isOn && {
        note: t('开启后打印的资产标签会带上一段防猜的编码，陌生人扫码才认得出是哪件。以前打印的标签照常使用，陌生人扫码看不到物品信息。'),
      })}
    >
      <Switch
        label={t('陌生人扫资产标签时')}
        text={t('显示单位名称和联系方式，可以留言报告捡到；关闭时什么都不显示')}
        value={value.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      {value.isOn && (
        <>
          <TextArea
            label={t('怎样联系')}
            value={contact}
            onChange={setContact}
            placeholder={t('如：行政部 021-5555 0000，或送到前台，谢谢')}
            max={200}
          />
          {contact.trim() !== value.contact && (
            <div className="px-4 pb-3">
              <Button wide onClick={() => change({})}>
                {t('保存')}
              </Button>
            </div>
          )}
          <Switch label={t('显示物品名称')} value={value.showsName} onChange={(showsName) => change({ showsName })} />
          <Switch label={t('显示物品照片')} value={value.showsPicture} onChange={(showsPicture) => change({ showsPicture })} />
        </>
      )}
    </Section>
  )
}
