import { formOperations as calls } from '../../../domain/approval/operations/forms.ts'
import { handle, type Handler } from '../../call.ts'
import { pageOfWhole } from '../../page.ts'
import { flowRowOf } from '../flow/rows.ts'
import { deleteApplication, draftInfo, listDrafts, saveApplication } from '../process/drafts.ts'
import { copyForm, createFlow, deleteFlow, deleteForm, editFlow, formInfo, listForms, publishForm, saveForm } from './forms.ts'
import { insideKey } from '../flow/key.ts'

/** Custom forms, the flows made of them, and applications that are not sent yet. */
export const formHandlers: readonly Handler[] = [
  handle(calls.forms, async ({ tx }, input) => pageOfWhole(input, await listForms(tx, input.likeQuery))),
  handle(calls.form, ({ tx, language }, { formKey, version }) => formInfo(tx, formKey, version, language)),
  handle(calls.saveForm, ({ tx, session, language }, input) => saveForm(tx, input, session.uid, language)),
  handle(calls.publishForm, async ({ tx, session }, { formKey, revision, note = '' }) => ({
    version: await publishForm(tx, { formKey, revision, note, byUid: session.uid }),
  })),
  handle(calls.deleteForm, async ({ tx }, { formKey }) => {
    await deleteForm(tx, formKey)
    return { deleted: true }
  }),
  handle(calls.copyForm, ({ tx, session, language }, { formKey, formName }) =>
    copyForm(tx, { formKey, formName, byUid: session.uid, language }),
  ),

  handle(calls.createFlow, async ({ tx, session }, { likeFlow, ...input }) => {
    const like = likeFlow === undefined ? {} : { likeFlow: insideKey(tx.orgId, likeFlow) }
    return flowRowOf(tx, await createFlow(tx, { ...input, ...like }, session.uid))
  }),
  handle(calls.editFlow, async ({ tx }, { flowKey: givenKey, ...look }) => {
    const flowKey = insideKey(tx.orgId, givenKey)
    await editFlow(tx, flowKey, look)
    return flowRowOf(tx, flowKey)
  }),

  handle(calls.deleteFlow, async ({ tx }, { flowKey }) => {
    await deleteFlow(tx, insideKey(tx.orgId, flowKey))
    return { deleted: true }
  }),

  handle(calls.drafts, async ({ tx, session }, input) =>
    pageOfWhole(input, await listDrafts(tx, session.uid, input.flowKey && insideKey(tx.orgId, input.flowKey))),
  ),
  handle(calls.draft, ({ tx, session }, { id }) => draftInfo(tx, session.uid, id)),
  handle(calls.saveDraft, ({ tx, session }, input) =>
    saveApplication(tx, session.uid, { ...input, flowKey: insideKey(tx.orgId, input.flowKey), form: input.form }),
  ),
  handle(calls.deleteDraft, async ({ tx, session }, { id }) => {
    await deleteApplication(tx, session.uid, id)
    return { deleted: true }
  }),
]
