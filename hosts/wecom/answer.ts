/** What WeCom answered, which said that it went well. What is read as more than a text is named here, as WeCom documents it. */
export type Answer = Readonly<Record<string, unknown>> & {
  readonly admin?: readonly { readonly userid: string; readonly open_userid?: string; readonly auth_type?: number }[]
  readonly auth_corp_info?: { readonly corpid: string; readonly corp_name?: string; readonly corp_square_logo_url?: string }
  readonly auth_info?: { readonly agent?: readonly Agent[] }
  readonly auth_user_info?: { readonly userid?: string; readonly open_userid?: string }
  readonly dept_user?: readonly { readonly open_userid: string; readonly department: number }[]
  readonly edition_info?: { readonly agent?: readonly Edition[] }
  readonly member_auth_list?: readonly { readonly open_userid: string }[]
  readonly trail_info?: { readonly end_time?: number }
  readonly userlist?: readonly User[]
}

export type Agent = {
  readonly agentid: number
  readonly auth_mode?: number
  readonly privilege?: { readonly level?: number; readonly allow_user?: readonly string[]; readonly extra_user?: readonly string[] }
}

type Edition = { readonly edition_id: string; readonly edition_name?: string; readonly app_status: number; readonly expired_time?: number }

export type User = {
  readonly userid: string
  readonly open_userid?: string
  readonly department?: readonly number[]
  readonly main_department?: number
  readonly status?: number
  readonly enable?: number
}
