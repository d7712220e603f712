import { expect, it } from 'vitest'
import { needless, refused } from './compare.ts'
import { rightsOf } from './uses.ts'

it.for([
  ['select * from timer_due($1, $2)', ['execute timer_due']],
  ['select u.id from app_user u join account a on a.user_id = u.id', ['select account', 'select app_user']],
  ['with due as (select id from job) select id from due', ['select job']],
  ['insert into captcha (id) values ($1)', ['insert captcha']],
  ['insert into captcha (id) values ($1) returning id', ['insert captcha', 'select captcha']],
  [
    'insert into login_lock (mobile_hash) values ($1) on conflict (mobile_hash) do update set n = excluded.n',
    ['insert login_lock', 'select login_lock', 'update login_lock'],
  ],
  ['update login_attempt set ok = $1', ['update login_attempt']],
  ['update login_attempt set ok = $1 where id = $2', ['select login_attempt', 'update login_attempt']],
  ['delete from user_totp where user_id = $1', ['delete user_totp', 'select user_totp']],
  ['select 1 from login_lock where id = $1 for update', ['select login_lock', 'update login_lock']],
  [
    'select 1 from login_qr q join app_user u on u.id = q.user_id for update of q',
    ['select app_user', 'select login_qr', 'update login_qr'],
  ],
  ['select nextval($1)', ['usage row_id']],
  ['select gateway_ingest($1, $2), gateway_away($3) as away', ['execute gateway_away', 'execute gateway_ingest']],
  ['delete from sms_code where at < now() - interval $1', ['delete sms_code', 'execute now', 'select sms_code']],
  ['notify cheyi_event', []],
] as const)('sees what “%s” asks for', async ([text, rights]) => {
  expect([...(await rightsOf(text))].toSorted()).toEqual(rights)
})

it('names each right that nobody needs, and each exception that is none', () => {
  const grants = new Map([
    ['cheyi_web', new Set(['select app_user', 'delete app_user'])],
    ['cheyi_jobs', new Set<string>()],
    ['cheyi_gateway', new Set<string>()],
  ])
  const uses = new Map([...grants.keys()].map((role) => [role, new Set(['select app_user'])]))
  expect(needless(grants, uses)).toEqual([
    'cheyi_web may «delete app_user», which no statement of its process asks for',
    'cheyi_jobs: «usage row_id» is no exception any more',
  ])
})

it('names what a process was refused, unless a test tried it or its session had just ended', () => {
  const log = [
    'cheyi_web cheyi ERROR:  permission denied for function purge_events',
    'cheyi_web cheyi ERROR:  permission denied for function purge_events',
    'cheyi_web cheyi ERROR:  permission denied for table model',
    'cheyi_gateway cheyi ERROR:  permission denied for table model',
    'cheyi_gateway tries ERROR:  permission denied for table app_user',
    'postgres [unknown] ERROR:  permission denied for table app_user',
  ].join('\n')
  expect(refused(log, new Set(['model']))).toEqual([
    'cheyi_web asked for what it may not: permission denied for function purge_events',
    'cheyi_gateway asked for what it may not: permission denied for table model',
  ])
})
