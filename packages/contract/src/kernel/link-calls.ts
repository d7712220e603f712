import { z } from 'zod'
import { write } from './call.ts'
import { Flag, linkToken, text } from './field.ts'
import * as out from './output.ts'

/* The way into a page that somebody without an account opens by a link: the code of a text message, and the session that it opens. */

const t = linkToken()

/** Sends the code to the phone of the link. */
export const linkCode = (path: `/${string}`, summary: string) =>
  write({
    path,
    summary,
    permission: 'public',
    repeat: 'natural',
    changes: false,
    input: z.object({ t }),
    /** Seconds. */
    output: z.object({ resendAfter: out.count }),
    refusals: ['linkExpired', 'smsTooFrequent'],
  })

/** Opens a session by the code. Its token is sent in the header x-link-pass of the further calls of the page. */
export const linkEnter = (path: `/${string}`, summary: string) =>
  write({
    path,
    summary,
    permission: 'public',
    repeat: 'natural',
    input: z.object({ t, smsCode: text(6, 6, '验证码', '请输入验证码') }),
    /** `replaced`: another phone had the session until now. */
    output: z.object({ pass: z.string(), expireAt: out.time, replaced: Flag }),
    refusals: ['linkExpired', 'wrongCode', 'tooFrequent'],
  })
