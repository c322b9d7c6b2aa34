/** The rows of every table as the driver reads them; written by `npm run types:db` from the migrated schema. */

import type { ColumnType } from 'kysely'

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[]

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export interface Asset {
  account: Generated<string>
  bought_on: string | null
  cat_id: string | null
  condition: string | null
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  dept_id: string | null
  due_on: string | null
  epc: string | null
  goods_id: string
  grams: Generated<string[]>
  holder_uid: string | null
  home_id: string | null
  id: string
  instance_code: string
  instance_image: string | null
  instance_name: string
  loc_id: string | null
  next_maintenance_on: string | null
  org_id: string
  remark: string | null
  search: Generated<string>
  serial_no: string | null
  state: Generated<string>
  supplier_id: string | null
  updated_at: Generated<string>
  value: string | null
  version: Generated<number>
  warranty_until: string | null
}

export interface AssetCount {
  loc_id: string
  n: string
  org_id: string
  slot: number
  state: string
}

export interface AssetEvent {
  action: string
  actor_uid: string | null
  asset_id: string
  at: Generated<string>
  changes: Json
  document_id: string | null
  id: string
  org_id: string
  seq: Generated<string>
}

export interface AssetRegister {
  n: Generated<string>
  org_id: string
}

export interface Balance {
  account: string
  item_id: string
  item_kind: string
  on_hand: Generated<string>
  org_id: string
  reserved: Generated<string>
  seq: Generated<string>
  value: Generated<string>
}

export interface BalanceOpening {
  account: string
  item_id: string
  item_kind: string
  org_id: string
  quantity: string
  value: string
}

export interface Category {
  cat_code: string
  cat_kind: Generated<string>
  cat_name: string
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  id: string
  org_id: string
  parent_id: string | null
  remark: string | null
  residual_rate: string | null
  search: Generated<string>
  updated_at: Generated<string>
  useful_life_months: number | null
  version: Generated<number>
}

export interface Command {
  answer: Json | null
  at: Generated<string>
  body_hash: string
  command_id: string
  operation: string
  org_id: string
  uid: string
}

export interface Consumable {
  barcode: string | null
  brand: string | null
  cat_id: string | null
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  goods_code: string
  goods_image: string | null
  goods_name: string
  id: string
  max_stock: string | null
  min_stock: string | null
  org_id: string
  price: string | null
  remark: string | null
  search: Generated<string>
  spec: string | null
  unit: string | null
  updated_at: Generated<string>
  version: Generated<number>
}

export interface Department {
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  dept_code: string
  dept_name: string
  id: string
  manager_uid: string | null
  org_id: string
  parent_id: string | null
  remark: string | null
  search: Generated<string>
  sort_order: Generated<number>
  updated_at: Generated<string>
  version: Generated<number>
}

export interface Document {
  amount: string | null
  author_uid: string
  body_hash: string
  code: string
  created_at: Generated<string>
  dept_id: string | null
  header: Json
  id: string
  instance_id: string | null
  kind: string
  loc_ids: Generated<ArrayType<string>>
  org_id: string
  posted_at: string | null
  search: Generated<string>
  source_id: string | null
  stage: Generated<number>
  state: string
  subject_uid: string | null
  submitted_at: string | null
  summary: Generated<string>
  updated_at: Generated<string>
  version: Generated<number>
}

export interface DocumentEvent {
  action: string
  actor_uid: string
  at: Generated<string>
  details: Generated<Json>
  document_id: string
  id: string
  org_id: string
  seq: Generated<string>
}

export interface DocumentLine {
  data: Json
  document_id: string
  done_quantity: Generated<string>
  given_up: Generated<string>
  item_id: string | null
  line_no: number
  org_id: string
  quantity: string | null
  seen: Json | null
  source_line: number | null
  told_at: string | null
  waits_since: string | null
}

export interface File {
  created_at: Generated<string>
  id: string
  mime: string
  name: string
  number: Generated<string>
  org_id: string
  path: string
  sha256: string
  size_bytes: string
  uploaded_by: string | null
}

export interface FileRoom {
  org_id: string
  used_bytes: string
}

export interface ImportBatch {
  created_at: Generated<string>
  created_by: string
  document_id: string | null
  done_count: Generated<number>
  failure: Json | null
  file_name: string
  file_path: string
  id: string
  kind: string
  mapping: Generated<Json>
  org_id: string
  row_count: Generated<number>
  seen_import: string | null
  skipped: Json | null
  state: Generated<string>
  updated_at: Generated<string>
}

export interface ImportMemory {
  answers: Json
  headers: string
  kind: string
  mapping: Json
  org_id: string
  updated_at: Generated<string>
  updated_by: string
}

export interface Installation {
  key: string
  value: string
}

export interface Invitation {
  created_at: Generated<string>
  created_by: string | null
  dept_id: string | null
  expires_at: string
  id: string
  org_id: string
  revoked_at: string | null
  sent_at: string | null
  token_hash: string
  uid: string | null
  used_at: string | null
  used_command: string | null
}

export interface Job {
  attempts: Generated<number>
  body: Generated<Json>
  done_at: string | null
  due_at: string
  id: string
  key: string
  kind: string
  last_error: string | null
  lease_until: string | null
  org_id: string
}

export interface JoinRequest {
  created_at: Generated<string>
  decided_at: string | null
  decided_by: string | null
  id: string
  invitation_id: string
  org_id: string
  password_hash: string | null
  phone: string
  state: Generated<string>
  uid: string | null
  user_name: string
}

export interface LicenceOrder {
  asset_scope: number
  created_by: string | null
  end_date: string
  id: string
  order_state: number
  org_id: string
  period_name: string
  price: string
  purchase_type: string
  start_date: string
}

export interface Location {
  address: string | null
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  id: string
  loc_code: string
  loc_image: string | null
  loc_name: string
  manager_uid: string | null
  org_id: string
  parent_id: string | null
  remark: string | null
  search: Generated<string>
  updated_at: Generated<string>
  version: Generated<number>
}

export interface LocationUser {
  kind: string
  loc_id: string
  org_id: string
  uid: string
}

export interface Message {
  about: string | null
  category: string
  content: Generated<string>
  count: Generated<number>
  created_at: Generated<string>
  id: string
  link: string | null
  msg_type: number
  notice: string | null
  org_id: string
  params: Generated<Json>
  read_at: string | null
  seq: Generated<string>
  title: string
  uid: string
  words: string | null
}

export interface Model {
  brand: string | null
  cat_id: string | null
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  goods_code: string
  goods_image: string | null
  goods_name: string
  id: string
  org_id: string
  price: string | null
  remark: string | null
  search: Generated<string>
  spec: string | null
  unit: string | null
  updated_at: Generated<string>
  version: Generated<number>
}

export interface Move {
  actor_uid: string
  business_date: string
  cost: Generated<string>
  document_id: string
  from_account: string
  from_after: string | null
  from_seq: string | null
  id: string
  item_id: string
  item_kind: string
  line_no: number
  org_id: string
  posted_at: Generated<string>
  quantity: string
  reverses: string | null
  seq: Generated<string>
  stage: number
  to_account: string
  to_after: string | null
  to_seq: string | null
}

export interface News {
  body: Generated<Json>
  created_at: Generated<string>
  deleted_at: string | null
  id: string
  news_type: Generated<string>
  org_id: string
  pic: Generated<Json>
  pinned: Generated<boolean>
  published_at: string | null
  publisher_uid: string
  state: Generated<number>
  summary: Generated<string>
  title: string
  updated_at: Generated<string>
  version: Generated<number>
}

export interface NumberSequence {
  last: string
  name: string
  org_id: string
}

export interface OperatorAct {
  act: string
  at: Generated<string>
  by_name: string
  details: Generated<Json>
  id: string
  org_id: string
}

export interface OperatorPass {
  by_name: string
  code_hash: string
  code_until: string
  token_hash: string | null
  until: string | null
  used_command: string | null
}

export interface Organisation {
  avatar: string | null
  closed_at: string | null
  created_at: Generated<string>
  name: string
  org_id: string
  settings: Generated<Json>
  state: Generated<string>
}

export interface Outbox {
  at: Generated<string>
  body: Json
  id: Generated<string>
  key: Generated<string>
  org_id: string
  topic: string
  xid: Generated<string>
}

export interface Person {
  admin: Generated<boolean>
  avatar: string | null
  created_at: Generated<string>
  created_by: string | null
  deleted_at: string | null
  dept_id: string | null
  email: string | null
  employee_no: string | null
  first_sign_in: Generated<boolean>
  gender: string | null
  id: string
  org_id: string
  password_hash: string | null
  phone: string | null
  position: string | null
  remark: string | null
  search: Generated<string>
  state: Generated<string>
  updated_at: Generated<string>
  user_name: string
  username: string | null
  version: Generated<number>
}

export interface PersonDepartment {
  dept_id: string
  org_id: string
  uid: string
}

export interface PersonRole {
  active: Generated<boolean>
  org_id: string
  role_id: string
  uid: string
}

export interface ReadRecord {
  id: string
  news_id: string
  org_id: string
  read_at: Generated<string>
  uid: string
}

export interface ReminderOff {
  kind: string
  org_id: string
  uid: string
}

export interface ReminderSent {
  due_on: string
  kind: string
  org_id: string
  sent_on: string
  step: number
  subject_id: string
  uid: string
}

export interface Reservation {
  account: string
  document_id: string
  item_id: string
  org_id: string
  quantity: string
}

export interface Role {
  id: string
  org_id: string
  role_code: string
  role_hide: Generated<boolean>
  role_name: string
  role_type: number
}

export interface RoleGrant {
  at: Generated<string>
  by_uid: string | null
  granted: boolean
  id: string
  org_id: string
  role_word: string
  uid: string
}

export interface Seal {
  at: string
  digests: ArrayType<Buffer>
  elsewhere: Generated<boolean>
  head: string
  keyed: boolean
  keys: string[]
  no: number
  nouns: string[]
  org_id: string
  upto: Json
}

export interface Session {
  client: string
  created_at: Generated<string>
  device_id: string | null
  ended_at: string | null
  expires_at: string
  org_id: string
  platform: string
  token_hash: string
  uid: string
}

export interface SignInGuard {
  failures: Generated<number>
  key: string
  locked_until: string | null
  window_start: Generated<string>
}

export interface SignInKnown {
  expires_at: string
  key: string
}

export interface SmsCode {
  code_hash: string
  expires_at: string
  phone: string
  sent_at: string
  tries: Generated<number>
}

export interface Supplier {
  address: string | null
  contact: string | null
  created_at: Generated<string>
  created_by: string | null
  credit_code: string | null
  deleted_at: string | null
  email: string | null
  id: string
  org_id: string
  phone: string | null
  remark: string | null
  search: Generated<string>
  supplier_code: string
  supplier_name: string
  updated_at: Generated<string>
  version: Generated<number>
}

export interface Takeout {
  attempt: Generated<number>
  created_at: Generated<string>
  done_at: string | null
  failure: string | null
  gone_at: string | null
  id: string
  org_id: string
  pieces: Generated<number>
  progress: Generated<number>
  size_bytes: Generated<string>
  state: Generated<string>
  uid: string
}

export interface WatchedChange {
  at: Generated<string>
  becomes: Json | null
  key: string
  number: Generated<string>
  org_id: string
  subject: string
}

export interface WfApplicationDraft {
  created_at: Generated<string>
  dept_id: string | null
  flow_key: string
  form: Json
  id: string
  org_id: string
  revision: Generated<number>
  uid: string
  updated_at: Generated<string>
}

export interface WfCc {
  by_uid: string | null
  comment: Generated<string>
  created_at: string
  id: string
  instance_id: string
  node_id: Generated<string>
  org_id: string
  read_at: string | null
  uid: string
}

export interface WfChild {
  cancelled_at: string | null
  child_id: string | null
  item: number | null
  org_id: string
  parent_id: string
  seq: number
  step_id: string
  waits: boolean
}

export interface WfComment {
  at: string
  attachments: Generated<Json>
  author_uid: string
  body: string
  deleted_at: string | null
  id: string
  instance_id: string
  mentions: Generated<ArrayType<string>>
  org_id: string
}

export interface WfDefinition {
  body: Json
  flow_key: string
  note: Generated<string>
  org_id: string
  published_at: Generated<string>
  published_by: string | null
  version: number
}

export interface WfDelegation {
  agent_uid: string
  created_at: Generated<string>
  flow_keys: Generated<string[]>
  id: string
  moves: Generated<boolean>
  org_id: string
  principal_uid: string
  valid: string
}

export interface WfDraft {
  body: Json
  flow_key: string
  org_id: string
  revision: Generated<number>
  template_body: Json | null
  template_version: number | null
  updated_at: Generated<string>
  updated_by: string
}

export interface WfEvent {
  actor: string
  at: string
  command_id: string
  events: Json
  instance_id: string
  number: Generated<string>
  org_id: string
  schema: number
  seq: number
  via: string
}

export interface WfFlow {
  active_version: number | null
  color: string
  created_at: Generated<string>
  document_kind: string | null
  flow_key: string
  form_key: string | null
  icon: string
  module_code: string
  name: string
  org_id: string
  sort_order: Generated<number>
  state: Generated<number>
  template_body: Json | null
  template_key: string | null
  template_version: number | null
  updated_at: Generated<string>
}

export interface WfForm {
  body: Json
  created_at: Generated<string>
  form_key: string
  name: string
  note: Generated<string>
  org_id: string
  revision: Generated<number>
  updated_at: Generated<string>
  updated_by: string
}

export interface WfFormVersion {
  body: Json
  form_key: string
  name: string
  note: Generated<string>
  org_id: string
  published_at: Generated<string>
  published_by: string
  version: number
}

export interface WfHandover {
  at: Generated<string>
  org_id: string
  successor_uid: string
  uid: string
}

export interface WfIncident {
  created_at: string
  id: string
  instance_id: string
  item: number | null
  kind: string
  org_id: string
  params: Generated<Json>
  reason: string
  resolution: string | null
  resolved_at: string | null
  resolved_by: string | null
  step_id: string | null
  words: string
}

export interface WfInstance {
  amount: string | null
  created_at: string
  current_steps: Generated<Json>
  dept_id: string | null
  document_id: string | null
  document_kind: string | null
  ended_at: string | null
  flow_key: string
  form_rev: number
  grams: Generated<string[]>
  id: string
  initiator_uid: string
  number: string
  org_id: string
  rev: number
  search: Generated<string>
  state: Json
  status: string
  stuck: Generated<boolean>
  summary: Generated<string>
  suspended: Generated<boolean>
  title: string
  updated_at: string
  version: number
}

export interface WfMigration {
  cancelled_by: string | null
  finished_at: string | null
  flow_key: string
  id: string
  mapping: Generated<Json>
  not_reached: string | null
  org_id: string
  reenter: Generated<string[]>
  returns_all: Generated<boolean>
  started_at: Generated<string>
  started_by: string
  to_version: number
}

export interface WfMigrationItem {
  at: string | null
  instance_id: string
  migration_id: string
  org_id: string
  refusal: Json | null
  status: Generated<string>
}

export interface WfOpinionSetting {
  approve_presets: string[] | null
  org_id: string
  reject_presets: string[] | null
  signature: string | null
  uid: string
}

export interface WfParticipant {
  instance_id: string
  org_id: string
  roles: number
  uid: string
}

export interface WfService {
  headers: Generated<Json>
  name: string
  org_id: string
  secret: string
  service_key: string
  timeout_seconds: number
  updated_at: Generated<string>
  updated_by: string
  url: string
}

export interface WfStatDay {
  approved: Generated<number>
  day: string
  flow_key: string
  max_seconds: Generated<string>
  node_id: Generated<string>
  org_id: string
  overdue: Generated<number>
  rejected: Generated<number>
  returned: Generated<number>
  started: Generated<number>
  tasks: Generated<number>
  terminated: Generated<number>
  wait_seconds: Generated<string>
  waits: Generated<number[]>
  withdrawn: Generated<number>
}

export interface WfStatFold {
  instance_id: string
  org_id: string
  rev: number
}

export interface WfStatPerson {
  day: string
  decided: ArrayType<string>
  flow_key: string
  node_id: string
  opened: ArrayType<string>
  org_id: string
  uid: string
}

export interface WfTask {
  assignee_uid: string
  automatic: Generated<boolean>
  cancel_why: string | null
  claimed: Generated<boolean>
  decided_at: string | null
  due_at: string | null
  flow_key: string
  id: string
  initiator_uid: string
  instance_id: string
  kind: string
  node_id: string
  node_name: string
  on_behalf_of: string | null
  opened_at: string | null
  org_id: string
  parent_id: string | null
  read_at: string | null
  status: number
  step_id: string
  summary: Generated<string>
  title: string
  urged_at: string | null
}

export interface WorkCalendar {
  org_id: string
  revision: Generated<number>
  settings: Json
  updated_at: Generated<string>
  updated_by: string
}

export interface DB {
  asset: Asset
  asset_count: AssetCount
  asset_event: AssetEvent
  asset_register: AssetRegister
  balance: Balance
  balance_opening: BalanceOpening
  category: Category
  command: Command
  consumable: Consumable
  department: Department
  document: Document
  document_event: DocumentEvent
  document_line: DocumentLine
  file: File
  file_room: FileRoom
  import_batch: ImportBatch
  import_memory: ImportMemory
  installation: Installation
  invitation: Invitation
  job: Job
  join_request: JoinRequest
  licence_order: LicenceOrder
  location: Location
  location_user: LocationUser
  message: Message
  model: Model
  move: Move
  news: News
  number_sequence: NumberSequence
  operator_act: OperatorAct
  operator_pass: OperatorPass
  organisation: Organisation
  outbox: Outbox
  person: Person
  person_department: PersonDepartment
  person_role: PersonRole
  read_record: ReadRecord
  reminder_off: ReminderOff
  reminder_sent: ReminderSent
  reservation: Reservation
  role: Role
  role_grant: RoleGrant
  seal: Seal
  session: Session
  sign_in_guard: SignInGuard
  sign_in_known: SignInKnown
  sms_code: SmsCode
  supplier: Supplier
  takeout: Takeout
  watched_change: WatchedChange
  wf_application_draft: WfApplicationDraft
  wf_cc: WfCc
  wf_child: WfChild
  wf_comment: WfComment
  wf_definition: WfDefinition
  wf_delegation: WfDelegation
  wf_draft: WfDraft
  wf_event: WfEvent
  wf_flow: WfFlow
  wf_form: WfForm
  wf_form_version: WfFormVersion
  wf_handover: WfHandover
  wf_incident: WfIncident
  wf_instance: WfInstance
  wf_migration: WfMigration
  wf_migration_item: WfMigrationItem
  wf_opinion_setting: WfOpinionSetting
  wf_participant: WfParticipant
  wf_service: WfService
  wf_stat_day: WfStatDay
  wf_stat_fold: WfStatFold
  wf_stat_person: WfStatPerson
  wf_task: WfTask
  work_calendar: WorkCalendar
}
