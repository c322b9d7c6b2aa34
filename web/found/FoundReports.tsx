import { foundList, foundSettle } from '../../domain/found/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { Gallery } from '../forms/Gallery.tsx'
import { when } from '../shell/when.ts'

/** What strangers said who found an asset; nothing where no one did. */
export const FoundReports = ({ id }: { id: Id }) => {
  const allowed = useAllowed()
  const { data } = useAsk(foundList, { assetId: id }, { enabled: allowed('gsgoodsinstance:list') })
  const { send, sending } = useSend(foundSettle, { done: '已处理' })
  const maySettle = allowed('gsgoodsinstance:update')
  if (!data || data.list.length === 0) return null
  return (
    <Section title={t('拾获报告')} flush={false}>
      <ul className="divide-y divide-line">
        {data.list.map(({ id: report, words, phone, point, picture, at, settledAt, settledBy }) => (
          <li key={report} className="py-3 first:pt-0 last:pb-0">
            <div className="flex items-center gap-2 text-small text-faint">
              <span className="min-w-0 flex-1">{when(at)}</span>
              {settledAt ? <Tag tone="good">{t('{name}已处理', { name: settledBy ?? '' })}</Tag> : <Tag tone="warn">{t('待处理')}</Tag>}
            </div>
            <p className="mt-1 whitespace-pre-line break-words text-body">{words}</p>
            {phone && (
              <p className="mt-1 text-body">
                {t('电话')}{' '}
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="text-accent-strong">
                  {phone}
                </a>
              </p>
            )}
            {picture && (
              <div className="mt-2">
                <Gallery paths={[picture]} className="size-20" />
              </div>
            )}
            <div className="mt-2 flex gap-2">
              {point && (
                <Button
                  kind="secondary"
                  size="small"
                  onClick={() =>
                    go('/open-location', {
                      longitude: String(point.longitude),
                      latitude: String(point.latitude),
                      crs: String(point['system'] ?? 'WGS-84'),
                      name: t('报告时的位置'),
                    })
                  }
                >
                  {t('查看位置')}
                </Button>
              )}
              {!settledAt && maySettle && (
                <Button size="small" busy={sending} onClick={() => void send({ id: report }).catch(() => undefined)}>
                  {t('标为已处理')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
