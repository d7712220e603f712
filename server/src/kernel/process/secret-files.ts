import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** What may be given as a file whose path is in `<name>_FILE`, as secrets of containers are. */
export const secretVariables = [
  ...['DATABASE_URL', 'DATABASE_JOBS_URL', 'DATABASE_GATEWAY_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'],
  ...[
    'MIGRATE_URL',
    'METRICS_TOKEN',
    'S3_SECRET_ACCESS_KEY',
    'BACKUP_S3_SECRET_ACCESS_KEY',
    'ALIYUN_ACCESS_KEY_SECRET',
    'JPUSH_MASTER_SECRET',
  ],
  ...['WECHAT_MP_APP_SECRET', 'WECHAT_MP_TOKEN', 'WECHAT_MP_AES_KEY', 'WUKONG_SECRET', 'WECHAT_APP_SECRET'],
  ...['WECHAT_SITE_APP_SECRET', 'TENCENT_OCR_SECRET_KEY', 'TENCENT_FACEID_SECRET_KEY', 'CAIH_SECRET_KEY'],
  ...['VIOLATION_SECRET', 'FLIGGY_APP_SECRET', 'AMAP_SECRET', 'TRACCAR_SECRET', 'TRACCAR_TOKEN'],
] as const

/**
 * The environment with the contents of the files that it names. The password of `MIGRATE_URL` may stand in a file of its own, because
 * the container of PostgreSQL reads the same file.
 * @param wrong where a file that cannot be read is told
 */
export function withSecretFiles(env: Environment, wrong: string[] = []): Record<string, string | undefined> {
  const read = (name: string): string | undefined => {
    const path = env[name]?.trim()
    if (!path) return undefined
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (error) {
      wrong.push(`环境变量 ${name} 指定的文件 ${path} 无法读取（${(error as NodeJS.ErrnoException).code}）`)
      return undefined
    }
  }
  const given = { ...env }
  for (const name of secretVariables) given[name] = read(`${name}_FILE`) ?? env[name]
  const password = read('MIGRATE_PASSWORD_FILE')
  if (password !== undefined && given.MIGRATE_URL !== undefined && URL.canParse(given.MIGRATE_URL))
    given.MIGRATE_URL = Object.assign(new URL(given.MIGRATE_URL), { password }).href
  return given
}
