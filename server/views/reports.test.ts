import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { reports, whereOf } from '../../domain/reports/reports.ts'
import { handlers } from '../routes.ts'
import { desks } from '../testing/desk.ts'
import { testApp } from '../testing/app.ts'

/** Every delivered report, where there is nothing yet and as a file. */
const { newDesk } = await desks()
const { ask, newCompany } = await testApp(handlers)
const today = dayAt(Date.now())
/** What the screens of some tables say besides. */
const screenParts: Readonly<Record<string, object>> = { gsvalue: { bookId: newId(), month: today.slice(0, 7) }, gsasof: { day: today } }

test('every report is answered in an empty organisation, and as pages to print', async () => {
  const desk = await newDesk()
  const company = await newCompany()
  const token = await company.tokenOf(company.admin)
  for (const report of reports) {
    const { table, groups } = report
    const question = {
      table: table.name,
      asked: { ...screenParts[table.name], where: whereOf(report, today) },
      by: groups.by,
      figures: groups.figures,
    }
    const answer = await desk.call('table/groups', question)
    assert.equal(answer['code'], 0, `${report.key}: ${JSON.stringify(answer)}`)
    const file = await ask({ path: '/api/table/groups/export', body: { ...question, isPivot: groups.isPivot, format: 'pdf' }, token })
    assert.equal(file.bytes.subarray(0, 5).toString(), '%PDF-', report.key)
  }
})
