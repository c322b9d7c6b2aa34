import { KeyRound, Plus, Rocket, Bot } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, keyList } from '../../domain/access/keyOperations.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { usePages } from '../pages.ts'
import { useMay } from '../shell/May.tsx'
import { when } from '../shell/when.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { KeyTag } from './KeyTag.tsx'

type KeyTab = 'own' | 'all'

/** The keys by which programs call: one's own, and for the people who manage keys those of everybody. */
export default function ApiKeys() {
  const canManage = useMay(['apikey:manage'])
  const [tab, setTab] = useState<KeyTab>('own')
  const pages = usePages(keyList, tab === 'all' ? { all: '1' } : {}, { pageSize: 40 })
  const make = () => go('/pages/user/apikeyedit')
  return (
    <Page scroll={false} width="form" right={<IconButton icon={Plus} label={t('新建密钥')} onClick={make} />}>
      <List
        pages={pages}
        picture={false}
        keyOf={({ id }) => id}
        header={
          <div className="flex flex-col gap-2 pb-2 pt-1">
            <Card flush>
              <Cell icon={Rocket} tint="#7a5af8" title={t('第一次调用')} text={t('五分钟读到第一批资产')} to="/pages/user/firstcall" />
            </Card>
            {canManage && <Tabs tabs={tabs()} value={tab} onChange={setTab} label={t('API密钥')} look="pill" />}
          </div>
        }
        row={(key) => (
          <Cell
            icon={key.isService ? Bot : KeyRound}
            title={key.name}
            text={standingWords(key, tab === 'all')}
            value={<KeyTag apiKey={key} />}
            onPress={() => go('/pages/user/apikey', { id: key.id })}
          />
        )}
        empty={{
          title: t('还没有密钥'),
          text: t('密钥让别的系统以您的权限读取和办理业务，例如财务系统读取资产、门禁机上传打卡。'),
          action: { label: t('新建密钥'), onPress: make },
        }}
      />
    </Page>
  )
}

const tabs = (): readonly { value: KeyTab; label: string }[] => [
  { value: 'own', label: t('由我负责') },
  { value: 'all', label: t('全部') },
]

/** When a key was used last; in the list of all, who answers for it. */
const standingWords = ({ usedAt, ownerName }: ApiKey, isOfAll: boolean): string =>
  [isOfAll && ownerName, usedAt === null ? t('还没有使用过') : t('{time}使用过', { time: when(usedAt) })].filter(Boolean).join(' · ')
