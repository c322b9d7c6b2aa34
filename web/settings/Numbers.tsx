import { organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import {
  applicationNumbering,
  type CodeSource,
  documentNumbering,
  numberOf,
  type NumberPart,
  personNumbering,
  proposedApplicationNumbering,
  proposedDocumentNumbering,
  proposedPersonNumbering,
} from '../../domain/rules/numbering.ts'
import type { GenericSchema } from 'valibot'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Section } from '../look/Card.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { useSend } from '../send.ts'
import { useSession } from '../session/session.ts'
import { today } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { AssetNumbering } from './AssetNumbering.tsx'
import { NumberingParts } from './NumberingParts.tsx'

/** How assets, documents, applications and people are numbered from now on. */
export default function Numbers() {
  const { operationId } = useSession()
  const { data, error, refetch } = useAsk(organisationInfo, { id: operationId }, { staleMs: 0 })
  const { send } = useSend(organisationUpdate, { done: '已保存' })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const change = async (input: InputOf<typeof organisationUpdate>) => {
    try {
      await send(input)
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
    }
  }
  const { assetNumbering, documentNumbering: ofDocuments, applicationNumbering: ofApplications, personNumbering: ofPeople } = data
  return (
    <Page>
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <AssetNumbering key={JSON.stringify(assetNumbering)} value={assetNumbering} onChange={change} />
          <OwnNumbering
            key={`people ${JSON.stringify(ofPeople)}`}
            title={t('工号规则')}
            deliveredText={t('工号由人填写')}
            ownText={t('新增人员时工号留空，按下面的规则编号')}
            value={ofPeople}
            proposedParts={proposedPersonNumbering}
            rule={personNumbering}
            sources={{ department: '部门编码' }}
            onSave={(parts) => change({ personNumbering: parts })}
          />
        </div>
        <div>
          <OwnNumbering
            key={`documents ${JSON.stringify(ofDocuments)}`}
            title={t('单号规则')}
            deliveredText={t('24位：单据代号、日期时间、8位随机数')}
            ownText={t('短一些、念得出来；各种单据用同一规则，代号不同')}
            value={ofDocuments}
            proposedParts={proposedDocumentNumbering}
            rule={documentNumbering}
            sources={{ kind: '单据代号', department: '申请部门编码' }}
            onSave={(parts) => change({ documentNumbering: parts })}
          />
          <OwnNumbering
            key={`applications ${JSON.stringify(ofApplications)}`}
            title={t('申请编号规则')}
            deliveredText={t('SQ、日期和当天的流水号')}
            ownText={t('按下面的规则编号')}
            value={ofApplications}
            proposedParts={proposedApplicationNumbering}
            rule={applicationNumbering}
            sources={{ department: '申请部门编码' }}
            onSave={(parts) => change({ applicationNumbering: parts })}
          />
        </div>
      </div>
    </Page>
  )
}

type OwnProps<S extends CodeSource> = {
  title: string
  /** How numbers are without a rule, and what a rule of one's own means. */
  deliveredText: string
  ownText: string
  value: readonly NumberPart<S>[] | null
  proposedParts: readonly NumberPart<S>[]
  rule: GenericSchema<readonly NumberPart<S>[]>
  sources: Readonly<Record<S, string>>
  onSave: (parts: NumberPart<S>[] | null) => Promise<unknown>
}

/** A rule that an organisation may have or leave; switched on it begins with what is proposed. */
const OwnNumbering = <S extends CodeSource>({
  title,
  deliveredText,
  ownText,
  value,
  proposedParts,
  rule,
  sources,
  onSave,
}: OwnProps<S>) => {
  const choice = (
    <Switch
      label={t('自己定规则')}
      text={value === null ? deliveredText : ownText}
      value={value !== null}
      onChange={(isOwn) => void onSave(isOwn ? [...proposedParts] : null)}
    />
  )
  if (value === null) return <Section title={title}>{choice}</Section>
  return (
    <NumberingParts
      title={title}
      note={(parts) => t('例：{example}。已有的编号不变。', { example: exampleOf(parts) })}
      value={value}
      rule={rule}
      sources={sources}
      onSave={(parts) => onSave([...parts])}
    >
      {choice}
    </NumberingParts>
  )
}

/** The first number of today, of an issue for a department with the first code. */
const exampleOf = (parts: readonly NumberPart[]): string => numberOf(parts, { day: today(), codes: { kind: 'LY', department: 'BM001' } }, 1)
