import type { ReactNode } from 'react'
import { Card } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** A screen of values before its book was started: the way to start it, and the other books. */
export const NotStarted = ({ picker }: { picker?: ReactNode }) => (
  <Page>
    {picker}
    <Card className="m-4">
      <p className="text-body">{t('还没有启用账簿')}</p>
      <button type="button" className="pressable mt-2 text-body text-accent-strong" onClick={() => go('/pages/goods/GsBook/months', {})}>
        {t('去启用')}
      </button>
    </Card>
  </Page>
)
