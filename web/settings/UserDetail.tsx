import { userInfo } from '../../domain/access/userOperations.ts'
import { useAsk } from '../ask.ts'
import { MailBounce } from '../mail/MailBounce.tsx'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { PersonName } from '../people/PersonName.tsx'
import { useSearch } from '../screen.ts'
import { stored, type UserInfo, useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { drawText } from '../look/drawText.ts'

/** One's own details, or with `uid` another person's as far as they are shown to colleagues. */
export default function UserDetail() {
  const { uid } = useSearch('/pages/user/userdetail')
  const session = useSession()
  const isOwn = uid === undefined || uid === session.uid
  const user = useAsk(userInfo, uid === undefined ? {} : { uid })
  const data = user.data
  return (
    <Page
      width="form"
      title={isOwn ? undefined : data?.userName}
      onRefresh={() => user.refetch()}
      bottom={
        isOwn && data ? (
          <Button size="large" className="w-full wide:w-auto" onClick={() => go('/pages/user/useredit')}>
            {t('编辑资料')}
          </Button>
        ) : undefined
      }
    >
      {user.isError && <Problem error={user.error} onRetry={user.refetch} />}
      {!user.isError && !data && <Skeleton rows={6} picture={false} />}
      {!user.isError && data && (
        <>
          <div className="flex flex-col items-center pb-6 pt-4">
            <Avatar name={data.userName} src={data.avatar ?? ''} size={84} />
            <p className="mt-3 text-center text-large font-semibold">
              <PersonName uid={data.uid} name={data.userName} />
            </p>
            <p className="text-center text-body text-quiet">{drawText([data.deptName, data.position].filter(Boolean).join(' · '))}</p>
          </div>
          <Section title={t('联系方式')}>
            <Value label={t('手机')}>{data.phone}</Value>
            <Value label={t('邮箱')}>{data.email}</Value>
            <MailBounce uid={data.uid} />
          </Section>
          <Section title={t('基本资料')}>
            {isOwn && <Value label={t('登录名')}>{stored<UserInfo>('login_user_info')?.['X-UserId']}</Value>}
            <Value label={t('性别')}>{data.gender && t(genders[data.gender] ?? '')}</Value>
            <Value label={t('部门')}>{data.deptName}</Value>
            <Value label={t('职位')}>{data.position}</Value>
            {data.employeeNo !== undefined && <Value label={t('工号')}>{data.employeeNo}</Value>}
            {isOwn && (
              <Value label={t('角色')}>
                <span className="flex flex-wrap justify-end gap-1.5 wide:justify-start">
                  {session.roles.map(({ roleCode, roleName }) => (
                    <Tag key={roleCode} tone="accent">
                      {t(roleName)}
                    </Tag>
                  ))}
                </span>
              </Value>
            )}
          </Section>
        </>
      )}
    </Page>
  )
}

const genders: Readonly<Record<string, string>> = { male: '男', female: '女' }
