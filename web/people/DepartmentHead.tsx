import { t } from '../words.ts'
import { drawText } from '../look/drawText.ts'

/** Begins the people of a department in a list that goes by departments. */
export const DepartmentHead = ({ name }: { name: string }) => (
  <p className="truncate bg-sunken px-4 py-1.5 text-small font-medium text-quiet">{drawText(name || t('没有部门'))}</p>
)
