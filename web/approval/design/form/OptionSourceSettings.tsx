import { wordLists } from '../../../../domain/dictionaries/dictionaries.ts'
import { serviceOperations } from '../../../../domain/approval/operations/services.ts'
import { recordKinds } from '../../../../domain/records/all.ts'
import type { OptionSource } from '../../../../kernel/fields/lookup.ts'
import { keysOf } from '../../../../kernel/keysOf.ts'
import { useAsk } from '../../../ask.ts'
import { Choice } from '../../../look/fields/Choice.tsx'
import { t } from '../../../words.ts'

type Props = { source: OptionSource; onChange: (source: OptionSource) => void }

const origins = [
  { value: 'words', label: '常用词' },
  { value: 'records', label: '资料' },
  { value: 'service', label: '外部服务' },
] as const

const begunSources: Readonly<Record<OptionSource['from'], OptionSource>> = {
  words: { from: 'words', list: 'unit' },
  records: { from: 'records', noun: 'supplier' },
  service: { from: 'service', service: '' },
}

const lists = keysOf(wordLists).map((value) => ({ value, label: wordLists[value] }))
const nouns = recordKinds.map(({ noun, title }) => ({ value: noun, label: title }))

/** From where the options of a field come. */
export const OptionSourceSettings = ({ source, onChange }: Props) => {
  const { data: services } = useAsk(serviceOperations.list, {}, { enabled: source.from === 'service' })
  return (
    <>
      <Choice label={t('选项来自')} required value={source.from} options={origins} onChange={(from) => onChange(begunSources[from])} />
      {source.from === 'words' && (
        <Choice label={t('词表')} required value={source.list} options={lists} onChange={(list) => onChange({ from: 'words', list })} />
      )}
      {source.from === 'records' && (
        <Choice
          label={t('哪种资料')}
          required
          hint={t('填写的人只能选到自己看得到的')}
          value={source.noun}
          options={nouns}
          onChange={(noun) => onChange({ from: 'records', noun })}
        />
      )}
      {source.from === 'service' && (
        <Choice
          label={t('哪个外部服务')}
          required
          hint={t('收到 query 和 after，回答 options（id 和 label）和 next；答案保留一分钟')}
          value={source.service}
          options={(services?.list ?? []).map(({ serviceKey, name }) => ({ value: serviceKey, label: name }))}
          onChange={(service) => onChange({ from: 'service', service })}
        />
      )}
    </>
  )
}
