import { useState } from 'react'
import { useAllowed } from '../shell/useAllowed.ts'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { t } from '../words.ts'
import { PoolOffers } from './PoolOffers.tsx'
import { PoolSavings } from './PoolSavings.tsx'

/** The pool of idle pieces: what colleagues offer, and for the person who may see prices what was not bought because of it. */
export default function Pool() {
  const seesSavings = useAllowed()('gspool:savings')
  const [tab, setShown] = useState<'offers' | 'savings'>('offers')
  return (
    <Page
      scroll={false}
      below={
        seesSavings && (
          <Tabs
            tabs={[
              { value: 'offers', label: t('可领用') },
              { value: 'savings', label: t('少买的资产') },
            ]}
            value={tab}
            onChange={setShown}
            label={t('闲置资产池')}
          />
        )
      }
    >
      {tab === 'offers' ? <PoolOffers /> : <PoolSavings />}
    </Page>
  )
}
