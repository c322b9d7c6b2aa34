import { forwardingOperations } from '../../../domain/approval/operations/forwarding.ts'
import { useAsk } from '../../ask.ts'
import { Section } from '../../look/Card.tsx'
import { Value } from '../../look/Cell.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { useSearch } from '../../screen.ts'
import { when } from '../../shell/when.ts'
import { t } from '../../words.ts'

/** What was forwarded of an application, and nothing else of it. Query: `id`. */
export default function Forwarded() {
  const { id = '' } = useSearch('/pages/flow/forwarded')
  const { data, error, refetch } = useAsk(forwardingOperations.forwarded, { id })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page width="form" title={data.title}>
      <Section note={t('由{name}转发（{time}），内容为当时所见。', { name: data.from, time: when(data.at) })}>
        <Value label={t('申请编号')}>{data.number}</Value>
        <Value label={t('申请人')}>{data.applicant}</Value>
      </Section>
      {data.fields.length > 0 && (
        <Section title={t('转发的内容')}>
          {data.fields.map(({ label, value }) => (
            <Value key={label} label={label}>
              {value}
            </Value>
          ))}
        </Section>
      )}
      {data.tables.map(({ title, columns, rows }) => (
        <Section key={title} title={title}>
          <div className="overflow-x-auto px-4 py-2" tabIndex={0} role="group" aria-label={title}>
            <table className="w-full text-small">
              <thead>
                <tr>
                  {columns.map(({ label, number }) => (
                    <th
                      key={label}
                      scope="col"
                      className={`whitespace-nowrap py-2 pr-4 font-medium text-quiet ${number ? 'text-right' : 'text-left'}`}
                    >
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, position) => (
                  <tr key={position} className="border-t border-line">
                    {row.map((cell, index) => (
                      <td key={index} className={`py-2 pr-4 ${columns[index]?.number ? 'text-right' : 'text-left'}`}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Section>
      ))}
    </Page>
  )
}
