import { Card } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** What a screen of values shows before a book was started: the way to do that. */
export const NotStarted = () => (
  <Page>
    <Card className="m-4">
      <p className="text-body">{t('还没有启用账簿')}</p>
      <button type="button" className="pressable mt-2 text-body text-accent-strong" onClick={() => go('/pages/goods/GsBook/months', {})}>
        {t('去启用')}
      </button>
    </Card>
  </Page>
)
