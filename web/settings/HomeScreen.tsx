import { useState } from 'react'
import { host } from '../../hosts/here.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { HomeSteps } from '../workbench/HomeSteps.tsx'
import { t } from '../words.ts'

/** Putting the app on the home screen: by the browser's own question, or step by step. */
export default function HomeScreen() {
  const [home, setHome] = useState(() => host.home)
  if (!home)
    return (
      <Page>
        <Empty title={t('已经可以从主屏幕打开')} text={t('如果没有看到图标，可以用浏览器的菜单添加。')} />
      </Page>
    )
  return (
    <Page>
      <Card>
        <p className="text-body">{t('像应用一样从主屏幕打开，不用再找网址。')}</p>
        {home.way === 'steps' && <HomeSteps on={home.on} />}
      </Card>
      {home.way === 'ask' && (
        <Button size="large" wide className="mt-4" onClick={() => void home.ask().then(() => setHome(host.home))}>
          {t('添加到主屏幕')}
        </Button>
      )}
    </Page>
  )
}
