import type { AddressBookMember } from '../../domain/addressBook/operations.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Tag } from '../look/Tag.tsx'
import { PersonName } from './PersonName.tsx'
import { t } from '../words.ts'
import { drawText } from '../look/drawText.ts'

/** A colleague in a list. */
export const MemberRow = ({
  member,
  withDepartment,
  onOpen,
}: {
  member: AddressBookMember
  withDepartment?: boolean
  onOpen: () => void
}) => (
  <button type="button" onClick={onOpen} className="pressable flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left">
    <Avatar name={member.userName} src={member.avatar ?? ''} size={42} />
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <span className="truncate text-body font-medium">
          <PersonName uid={member.uid} name={member.userName} />
        </span>
        {member.head && <Tag tone="accent">{t('负责人')}</Tag>}
      </span>
      <span className="mt-0.5 block truncate text-small text-quiet">
        {drawText([withDepartment && member.deptName, member.position].filter(Boolean).join(' · '))}
      </span>
    </span>
  </button>
)
