import { setTimeout } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { bodyLimit } from '@cheyi/contract/kernel/call'
import { openApiDocument } from '@cheyi/contract/kernel/openapi'
import { statusOf } from '@cheyi/contract/kernel/statuses'
import { maxBytes } from '@cheyi/domain/platform/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { features } from './features.ts'
import { createAfterCommit } from './kernel/after-commit.ts'
import { type Constant, constantFor, constantOf } from './kernel/constant.ts'
import { createNumbers } from './kernel/db/numbers.ts'
import { createPools, type Work } from './kernel/db/pools.ts'
import { openReplica } from './kernel/db/replica.ts'
import { Elsewhere, passOn } from './kernel/elsewhere.ts'
import { logAccess } from './kernel/http/access-log.ts'
import { refuseOtherSpellings } from './kernel/http/address/one-spelling.ts'
import { type ArrivalLimits, arrivalLimits, limitBodies, refuseUnread, serverLimits } from './kernel/http/arrival.ts'
import { parseBodies, parseQuery } from './kernel/http/body.ts'
import { envelopeOfKey, FALLBACK_MESSAGE, refusalEnvelope, unavailable } from './kernel/http/envelope.ts'
import { endUnread, renewCertificate, secureServer } from './kernel/http/http2.ts'
import { useLaterClock } from './kernel/http/later.ts'
import { createMetrics } from './kernel/http/metrics.ts'
import { type Kernel, newTraceId, registerCalls, tokenOf } from './kernel/http/pipeline.ts'
import { createRateLimit } from './kernel/http/rate-limit.ts'
import { serveMetrics } from './kernel/http/serve-metrics.ts'
import { asUnavailable, Unavailable } from './kernel/http/unavailable.ts'
import { arrivalsIn } from './kernel/http/upload.ts'
import { secureHeaders } from './kernel/http/web-files.ts'
import { createIdentities } from './kernel/identity.ts'
import { directAddress, type ServerAddresses, sameSignIn } from './kernel/postgres/sign-in.ts'
import type { Clock, SettableClock } from './kernel/process/clock.ts'
import type { Config } from './kernel/process/config.ts'
import { openDisk } from './kernel/process/disk.ts'
import type { JobKernels } from './kernel/process/jobs.ts'
import { hideSimulators } from './kernel/process/simulators.ts'
import { requireRegistrations } from './kernel/registrations.ts'
import { recording } from './kernel/trace/trace.ts'
import { openVaults } from './kernel/vault.ts'
import { createWake } from './kernel/wake.ts'
import { servePayNotices } from './money/payment/online/serve.ts'
import { fileAnchors } from './outside/anchor/file.ts'
import { openDns } from './outside/dns/port.ts'
import { openFliggy } from './outside/fliggy/port.ts'
import { fileInspector } from './outside/image/inspect.ts'
import { openPictures, type PictureProgram } from './outside/image/pictures.ts'
import { openMap } from './outside/map/port.ts'
import { openOcr } from './outside/ocr/port.ts'
import { openPapers, type PaperProgram } from './outside/paper/papers.ts'
import { openPay } from './outside/pay/port.ts'
import { ipPlaces } from './outside/place/ip-places.ts'
import { openPost } from './outside/post/post.ts'
import { openPush } from './outside/push/port.ts'
import { openRegister } from './outside/register/port.ts'
import { openSms } from './outside/sms/port.ts'
import { openFiles } from './outside/storage/open.ts'
import { sealedStore } from './outside/storage/sealed-store.ts'
import { openViolations } from './outside/violation/port.ts'
import { openFollow } from './outside/wechat/follow/port.ts'
import { openWechat } from './outside/wechat/port.ts'
import { openWukong } from './outside/wukong/port.ts'
import { serveMedia } from './platform/media/serve.ts'
import { serveWechatEvents, WECHAT_EVENTS } from './platform/notify/serve.ts'
import { serveQrEvents } from './platform/session/qr-login/serve.ts'
import { serveSimulatedPages } from './platform/simulation/serve.ts'
import { serveStream } from './platform/stream/serve.ts'
import { serveOpenApi } from './sales/open-api/serve.ts'
import { serveHostCertificates, serveOwnHosts } from './sales/site/own-host/serve.ts'
import { type SiteCalls, serveSiteCalls, serveSiteUploads, siteCalls } from './sales/site/serve.ts'

export interface AppOptions {
  readonly config: Config
  /** Where calls and jobs sign in. */
  readonly addresses: ServerAddresses
  readonly clock: Clock | SettableClock
  readonly log: Logger
  readonly poolSize?: number
  /** What its connections are for; calls and jobs unless told. */
  readonly work?: Work
  readonly arrival?: ArrivalLimits
  /** Where several applications share the processes that decode their pictures and print their papers. */
  readonly programs?: { readonly pictures: PictureProgram; readonly papers: PaperProgram }
  readonly onCall?: Kernel['onCall']
}

/** The server's kernel, and the same for what the clock sets off: in the database that is another role. */
export interface Kernels extends JobKernels {
  readonly kernel: Kernel
}

/** Each job works on one row at a time, and no person waits for it. */
const JOB_CONNECTIONS = 4
/** Two lanes of long work, two works of an hour, and the followers: they leave the connections of texts and payments alone. */
const LONG_JOB_CONNECTIONS = 6
/** What follows an answer may take so long once the server closes. */
const LAST_MESSAGES_MS = 2000
/** The largest file of the kinds accepted today. */
const MAX_FILE = maxBytes.image

/** Assembles the server: parsers, the calls of the contract, media links, metrics. It listens nowhere yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance & Kernels & { readonly site: SiteCalls }> {
  requireRegistrations()
  const { config, clock, log } = options
  const { addresses, work } = options
  const direct = directAddress(config, addresses.web)
  const pools = createPools(work === undefined ? addresses.web : direct, options.poolSize, work)
  const jobPools =
    addresses.jobs === addresses.web ? pools : createPools(addresses.jobs, options.poolSize ?? JOB_CONNECTIONS, work)
  const longPools =
    jobPools === pools ? pools : createPools(addresses.jobs, options.poolSize ?? LONG_JOB_CONNECTIONS, work)
  const replica =
    config.replicaUrl === undefined || work !== undefined
      ? undefined
      : openReplica(sameSignIn(config.replicaUrl, addresses.web), pools.side, options.poolSize, log)
  const vaults = await openVaults(pools.side, config)
  const media = sealedStore(openFiles(config), vaults)
  const pictures = openPictures(arrivalsIn(config.dataDir), options.programs?.pictures)
  const inspector = fileInspector(pictures)
  const disk = openDisk(config)
  const now = () => clock.now()
  const outside = {
    sms: openSms(config, vaults.platform, now),
    wukong: openWukong(config, now),
    wechat: openWechat(config),
    follow: openFollow(config, now),
    push: openPush(config, now),
    anchors: fileAnchors(config.dataDir),
    papers: openPapers(arrivalsIn(config.dataDir), options.programs?.papers),
    pay: openPay(config, now),
    ocr: openOcr(config, now),
    register: openRegister(config, now),
    places: ipPlaces(),
    map: openMap(config, now),
    violations: openViolations(config, now),
    post: openPost(config),
    dns: openDns(config),
    fliggy: openFliggy(config, now),
  }
  const closing = new AbortController()
  const kernel: Kernel = {
    config,
    clock,
    log,
    pools,
    identities: createIdentities(pools.main, config),
    vaults,
    media,
    outside,
    closing: closing.signal,
    upload: { inspector, disk, folder: arrivalsIn(config.dataDir) },
    disk,
    metrics: createMetrics({ disk, pools, backupDir: config.backupDir }),
    rateLimit: createRateLimit(config.rateLimit),
    replica,
    wake: createWake(direct, pools.side, log),
    afterwards: createAfterCommit(log),
    ...createNumbers(pools.side),
    onCall: options.onCall,
  }

  const arrival = options.arrival ?? arrivalLimits
  const app: FastifyInstance = fastify({
    ...(config.tls ? await secureServer(config.tls, arrival) : serverLimits(arrival)),
    logger: false,
    clientErrorHandler: refuseUnread,
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    genReqId: newTraceId,
    bodyLimit: bodyLimit({ permission: 'public' }),
    // A longer number of an order is refused by its call; what is longer than this leads nowhere.
    routerOptions: { querystringParser: parseQuery, maxParamLength: 500 },
    frameworkErrors: (error, request, told) => {
      const reply: FastifyReply = told
      secureHeaders(request, reply)
      const known = error.code === 'FST_ERR_BAD_URL'
      void reply
        .code(known ? 400 : 500)
        .send(known ? envelopeOfKey('badInput', '参数错误：地址无法识别') : envelopeOfKey('internal', FALLBACK_MESSAGE))
    },
  })
  if (config.tls) {
    renewCertificate(app, config.tls, log)
    endUnread(app, arrival)
  }
  // Ahead of every other hook, any of which may answer.
  app.decorateRequest('began', 0)
  app.addHook('onRequest', (request, reply, done) => {
    request.began = performance.now()
    secureHeaders(request, reply)
    done()
  })
  refuseOtherSpellings(app, notFound)
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip', 'identity'],
    globalDecompression: false,
  })
  limitBodies(app, arrival)
  parseBodies(app)
  if (config.rateLimit) app.addHook('onRequest', (request) => limitRate(kernel, request))
  serveOwnHosts(app, kernel, notFound)
  hideSimulators(app, config)
  useLaterClock(app, clock)
  traceRequests(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Devices with a wrong clock go by it.
    if (request.url.startsWith('/api/')) reply.header('x-now', clock.now())
    logAccess(log, request, reply.statusCode)
    done()
  })

  app.setErrorHandler(async (thrown, request, reply) => {
    const error = asUnavailable(thrown)
    reply.header('x-trace-id', request.id)
    if (error instanceof Elsewhere) return passOn(request, reply, error)
    if (error instanceof Refusal) return reply.code(statusOf(error.code)).send(refusalEnvelope(error))
    if (error instanceof Unavailable) return reply.send(unavailable(reply))
    const status = (error as { statusCode?: number }).statusCode ?? 500
    if (status === 413) return reply.code(413).send(envelopeOfKey('badInput', '请求内容过大'))
    if (status === 408) return reply.code(408).send(envelopeOfKey('badInput', '请求内容未能及时送达，请重试'))
    if (status < 500) return reply.code(200).send(envelopeOfKey('badInput', '参数错误：请求格式不正确'))
    log.error({ err: error, traceId: request.id }, 'request failed')
    return reply.code(500).send(envelopeOfKey('internal', FALLBACK_MESSAGE))
  })
  app.setNotFoundHandler(notFound)
  registerCalls(app, kernel, features, ({ upload }) => upload === undefined)
  const site = siteCalls(kernel)
  // Its hooks run before and after each request of their scope.
  await app.register(async (uploads) => {
    await uploads.register(multipart, {
      throwFileSizeLimit: true,
      limits: { fileSize: MAX_FILE, files: 1, fields: 20, fieldSize: 10_000 },
    })
    registerCalls(uploads, kernel, features, ({ upload }) => upload !== undefined)
    serveSiteUploads(uploads, site)
  })
  serveMedia(app, kernel, media, pictures)
  serveQrEvents(app, kernel)
  serveStream(app, kernel)
  servePayNotices(app, kernel)
  serveOpenApi(app, kernel)
  serveSiteCalls(app, site)
  app.addHook('preClose', () => site.tally.close())
  serveWechatEvents(app, kernel)
  deliverSimulated(app, kernel)
  serveSimulatedPages(app, kernel)
  serveMetrics(app, kernel.metrics, config)
  serveHostCertificates(app, kernel)
  if (config.openApi) serveApiDocument(app, config)
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', async () => {
    // Messages that are under way get a moment; a vendor that never answers holds nothing up.
    await Promise.race([kernel.afterwards.idle(), setTimeout(LAST_MESSAGES_MS, undefined, { ref: false })])
    pictures.close()
    outside.papers.close()
    vaults.close()
    await Promise.all([
      outside.wukong.close?.(),
      outside.wechat.close?.(),
      outside.follow?.close?.(),
      outside.push?.close?.(),
      outside.pay.close?.(),
      outside.ocr?.close?.(),
      outside.register.close?.(),
      outside.map?.close?.(),
      outside.violations?.close?.(),
      outside.fliggy?.close?.(),
    ])
    kernel.wake.close()
    await replica?.end()
    // They are the same for a command.
    await Promise.all([...new Set([pools, jobPools, longPools])].map((one) => one.end()))
  })
  return Object.assign(app, {
    kernel,
    jobs: { ...kernel, pools: jobPools },
    longJobs: { ...kernel, pools: longPools },
    site,
  })
}

/** Handlers, and all that they begin, run in the trace of their request: its body was read before, in turns of its own. */
function traceRequests(app: FastifyInstance): void {
  const recorder = recording()
  if (recorder !== undefined) app.addHook('preHandler', ({ raw }, _reply, done) => recorder.enter(raw, done))
}

const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).header('x-trace-id', request.id).send(envelopeOfKey('notFound', '接口不存在'))

/** What a simulated provider tells comes in by the door that a real one's comes in by. */
function deliverSimulated(app: FastifyInstance, { outside }: Kernel): void {
  outside.pay.simulator?.deliverBy(async (url, { headers, body }) => {
    const {
      statusCode,
      headers: answered,
      body: text,
    } = await app.inject({ method: 'POST', url, headers, payload: body })
    return { status: statusCode, type: String(answered['content-type']), body: text }
  })
  outside.follow?.simulator?.deliverBy(async (query, payload) => {
    const headers = { 'content-type': 'text/xml' }
    await app.inject({ method: 'POST', url: `${WECHAT_EVENTS}?${query}`, headers, payload })
  })
}

/** GET /openapi.json: half a megabyte that few ask for, made when first asked for. */
function serveApiDocument(app: FastifyInstance, { simulators, publicUrl }: Config): void {
  const { simulation, ...features } = contract
  const there = simulators === 'off' ? features : { ...features, simulation }
  let document: Constant | undefined
  app.get('/openapi.json', (request, reply) => {
    document ??= constantOf(JSON.stringify(openApiDocument(there, publicUrl)))
    return reply.type('application/json; charset=utf-8').send(constantFor(document, request, reply))
  })
}

/**
 * Asked by whoever watches over this process, and the files that a page is made of: these must come at once or not at all. The open
 * door counts by itself.
 */
const unlimited = /^\/(healthz|readyz)$|^\/(assets|open)\//

/** Counts every request before anything of it is read. @throws Refusal tooFrequent (-7) */
async function limitRate(kernel: Kernel, request: FastifyRequest): Promise<void> {
  if (!unlimited.test(request.routeOptions.url ?? '')) await kernel.rateLimit(request.ip, tokenOf(request))
}
