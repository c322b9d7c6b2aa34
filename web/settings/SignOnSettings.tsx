import { Building2, FolderTree, KeyRound, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { LdapForm } from '../signOn/LdapForm.tsx'
import { OidcForm } from '../signOn/OidcForm.tsx'
import { ScimForm } from '../signOn/ScimForm.tsx'
import { SyncStanding } from '../signOn/SyncStanding.tsx'
import { WordsForm } from '../signOn/WordsForm.tsx'
import { t } from '../words.ts'

type Way = 'words' | 'oidc' | 'ldap' | 'scim'

/** How people come in by what they have at their company, and who keeps the people. */
export default function SignOnSettings(): ReactNode {
  const { data, error, refetch } = useAsk(signOnOperations.settings, {}, { staleMs: 0 })
  const [open, setOpen] = useState<Way>()
  if (!data) return <Pending error={error} onRetry={refetch} />
  const close = () => setOpen(undefined)
  const state = (way: { enabled: boolean } | null) => {
    if (!way) return <Tag>{t('未设置')}</Tag>
    return way.enabled ? <Tag tone="good">{t('已启用')}</Tag> : <Tag>{t('未启用')}</Tag>
  }
  const isIn = data.oidc?.enabled || data.ldap?.enabled

  return (
    <Page onRefresh={refetch}>
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <Section title={t('登录方式')} note={t('管理员始终可以用密码登录，不会被关在门外。')}>
            <Cell
              icon={KeyRound}
              title={t('单点登录（OIDC）')}
              text={t('跳转到公司的统一登录页')}
              value={state(data.oidc)}
              onPress={() => setOpen('oidc')}
            />
            <Cell
              icon={FolderTree}
              tint="#00a86b"
              title={t('LDAP / AD 账号')}
              text={t('用域账号和密码登录，并可同步人员')}
              value={state(data.ldap)}
              onPress={() => setOpen('ldap')}
            />
          </Section>
          {isIn && (
            <Section title={t('怎么进来')} note={t('员工在登录页点“公司账号登录”，输入简称或公司邮箱；也可以直接打开登录链接。')}>
              <Cell
                icon={Building2}
                tint="#e8890c"
                title={t('公司简称与邮箱域名')}
                text={data.words.length > 0 ? data.words.join(t('、')) : t('还没有设置')}
                onPress={() => setOpen('words')}
              />
            </Section>
          )}
        </div>
        <div>
          <Section title={t('人员同步')} note={t('由对方维护的字段在这里不能修改；离开的人会停用，名下的东西通知管理员交接。')}>
            <Cell
              icon={Repeat}
              tint="#3e63dd"
              title="SCIM 2.0"
              text={data.scim?.isKeyed ? t('{count}人由 SCIM 维护', { count: data.scimPeople }) : t('由 Entra ID、Okta 等推送人员和部门')}
              value={state(data.scim)}
              onPress={() => setOpen('scim')}
            />
          </Section>
          {data.ldap?.enabled && <SyncStanding title={t('LDAP 同步')} keeper="ldap" standing={data.ldapStanding} onChanged={refetch} />}
        </div>
      </div>
      <Sheet tall open={open === 'oidc'} onClose={close} title={t('单点登录（OIDC）')}>
        {open === 'oidc' && <OidcForm known={data.oidc} redirect={data.redirect} />}
      </Sheet>
      <Sheet tall open={open === 'ldap'} onClose={close} title={t('LDAP / AD 账号')}>
        {open === 'ldap' && <LdapForm known={data.ldap} />}
      </Sheet>
      <Sheet tall open={open === 'scim'} onClose={close} title="SCIM 2.0">
        {open === 'scim' && <ScimForm known={data.scim} address={data.scimAddress} />}
      </Sheet>
      <Sheet open={open === 'words'} onClose={close} title={t('公司简称与邮箱域名')}>
        {open === 'words' && <WordsForm known={data.words} base={data.redirect.replace(/\/api\/.*$/, '')} onDone={close} />}
      </Sheet>
    </Page>
  )
}
