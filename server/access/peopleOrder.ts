import type { SortedBy } from '../tables/order.ts'

/** The place of a department among all, in SQL; `alias` is its row. Siblings say their order, codes the rest. */
const placeOf = (alias: string): string => `lpad(${alias}.sort_order::text, 10, '0') || ' ' || ${alias}.dept_code collate "C"`

const nameOf = (alias: string): string => `(${alias}.user_name collate by_pinyin)`

/**
 * The order in which people are listed wherever nothing else is asked: by department, those without one last, then by name. In SQL, of the
 * rows of a person and of their department; `first` are those who lead a department.
 */
export const peopleOrder = (person: string, department: string, first?: string): string =>
  [`${placeOf(department)} nulls last`, first && `${first} desc`, nameOf(person), `${person}.id`].filter(Boolean).join(', ')

/** The same of the rows `person` of a list with cursors. */
export const peopleSorting = (person: string): readonly SortedBy[] => [
  {
    key: 'department',
    sql: `(select ${placeOf('d')} from department d where d.org_id = $1 and d.id = ${person}.dept_id)`,
    descending: false,
    type: 'text',
  },
  { key: 'userName', sql: `${person}.user_name`, descending: false, type: 'text', read: true },
]
