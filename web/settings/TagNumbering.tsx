import { useState } from 'react'
import type { organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import { checkNumbering, type EpcNumbering, epcNumbered } from '../../domain/rfid/epc.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { t, inOwnWords } from '../words.ts'

type Props = {
  value: OutputOf<typeof organisationInfo>['rfid']
  onChange: (input: InputOf<typeof organisationUpdate>) => Promise<unknown>
}

/** How tags are numbered from now on; those that are written keep their numbers. */
export const TagNumbering = ({ value, onChange }: Props) => {
  const [scheme, setScheme] = useState<EpcNumbering['scheme']>(value.scheme)
  const [mark, setMark] = useState(value.scheme === 'own-96' ? value.mark : '')
  const [prefix, setPrefix] = useState(value.scheme === 'giai-96' ? value.prefix : '')
  const [filter, setFilter] = useState(value.scheme === 'giai-96' ? String(value.filter) : '0')
  const [problem, setProblem] = useState<string>()
  const schemeAsked: EpcNumbering = scheme === 'own-96' ? { scheme, mark } : { scheme, prefix, filter: Number(filter) }
  const isChanged = JSON.stringify(schemeAsked) !== JSON.stringify(value)
  const example = exampleOf(schemeAsked)

  const save = async () => {
    try {
      checkNumbering(schemeAsked)
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return setProblem(inOwnWords(error.refusal))
    }
    await onChange({ rfid: schemeAsked })
  }
  const typedIn = (set: (text: string) => void) => (text: string) => {
    set(text.trim().toUpperCase())
    setProblem(undefined)
  }
  return (
    <Section title={t('RFID标签号规则')} note={example && t('例：{example}', { example })}>
      <Choice
        label={t('标签号规则')}
        value={scheme}
        options={[
          { value: 'own-96', label: '本单位自编' },
          { value: 'giai-96', label: 'GS1编码（GIAI）' },
        ]}
        onChange={(next) => {
          if (next) setScheme(next)
          setProblem(undefined)
        }}
      />
      {scheme === 'own-96' ? (
        <TextField
          label={t('标识码')}
          value={mark}
          onChange={typedIn(setMark)}
          error={problem}
          hint={t('8位十六进制字符，写在每个标签的开头，用来和别家的标签区分')}
          maxLength={8}
        />
      ) : (
        <>
          <TextField
            label={t('GS1厂商识别代码')}
            value={prefix}
            onChange={typedIn(setPrefix)}
            error={problem}
            hint={t('6到12位数字，向GS1（中国物品编码中心）申请')}
            inputMode="numeric"
            maxLength={12}
          />
          <TextField
            label={t('过滤值')}
            value={filter}
            onChange={typedIn(setFilter)}
            hint={t('一般填0')}
            inputMode="numeric"
            maxLength={1}
          />
        </>
      )}
      {isChanged && (
        <div className="p-3">
          <Button wide onClick={() => void save()}>
            {t('保存')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const exampleOf = (scheme: EpcNumbering): string | undefined => {
  try {
    return epcNumbered(scheme, 1n)
  } catch (error) {
    if (error instanceof RefusalError) return undefined
    throw error
  }
}
