import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createApp } from '../server/app.ts'
import { settings } from '../server/config.ts'
import { startForum } from './support/forum.ts'
import { freePort } from './support/freePort.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'folkmoot-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** A program that checks a file. If this machine has it under none of these names, the check is skipped. */
function tool(versionFlag: string, ...names: string[][]) {
  const [program = '', ...before] =
    names.find(([name = '', ...args]) => spawnSync(name, [...args, versionFlag]).status === 0) ?? []
  return {
    isMissing: program === '',
    run: (args: string[], options: Parameters<typeof run>[1] = {}) =>
      run([program, ...before, ...args], options),
  }
}

/** Output of a program that must succeed. */
const run = (command: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execFileSync(String(command[0]), command.slice(1), { encoding: 'utf8', stdio: 'pipe', ...options })

describe('the container', () => {
  const dockerfile = read('Dockerfile')
  const context = join(folder, 'app')
  /** The program and arguments that this line of the Dockerfile starts. */
  const command = (line: RegExp): [string, string[]] => {
    const [program = '', ...args] = JSON.parse(line.exec(dockerfile)?.[1] ?? '[]')
    return [program, args]
  }

  it('has all that the program needs, starts it, and its health check passes', {
    tags: ['long'],
  }, async () => {
    run(['node', 'scripts/build.mjs'], { cwd: root })
    copyContext(context)
    // What `npm ci` and `npm run build` make of it.
    symlinkSync(join(root, 'node_modules'), join(context, 'node_modules'))
    cpSync(join(root, 'dist'), join(context, 'dist'), { recursive: true })

    const port = await freePort()
    const env = { ...process.env, PORT: port, DATA_DIR: join(folder, 'data'), NODE_ENV: 'production' }
    const server = spawn(...command(/^CMD (.*)$/m), { cwd: context, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const isRunning = new Promise<void>((resolve, reject) => {
      const listen = (text: Buffer) => {
        output += String(text)
        if (output.includes('is running at')) resolve()
      }
      server.stdout.on('data', listen)
      server.stderr.on('data', listen)
      server.once('close', () => reject(new Error(output)))
    })
    try {
      await isRunning
      const [, program, ...args] = parse(read('compose.yaml').replaceAll('$$', '$')).services.forum
        .healthcheck.test
      const health = (PORT: string) => spawnSync(program, args, { env: { ...process.env, PORT } }).status
      expect(health(port)).toBe(0)
      expect(health(await freePort())).toBe(1)
    } finally {
      server.kill()
      if (server.exitCode === null) await once(server, 'exit')
    }
    // A source that the context lacks would have made the start build again, which the container's user cannot.
    expect(output).not.toContain('Building')
  })

  it('sets only settings that exist', () => {
    const variables = new Set(Object.values(settings).map(({ variable }) => variable))
    const inImage = /^ENV (.*)$/m.exec(dockerfile)?.[1]?.match(/\w+(?==)/g) ?? []
    const inCompose = ['compose.yaml', 'compose.postgres.yaml'].flatMap(
      (file) =>
        /forum:\n(?:.*\n)*? {4}environment:\n((?: {6}.*\n)+)/.exec(read(file))?.[1]?.match(/\w+(?=:)/) ?? [],
    )
    expect([inImage.length, inCompose.length]).toEqual([3, 2])
    for (const variable of [...inImage, ...inCompose]) expect(variables).toContain(variable)
  })

  const compose = tool('version', ['docker', 'compose'], ['docker-compose'])
  it.skipIf(compose.isMissing)(
    'is described by valid compose files, alone and with a database of its own',
    () => {
      for (const file of ['compose.yaml', 'compose.postgres.yaml'])
        writeFileSync(join(folder, file), read(file))
      writeFileSync(join(folder, '.env'), 'DATABASE_PASSWORD=secret\n')
      const config = (...files: string[]) =>
        compose.run([...files.flatMap((file) => ['-f', file]), 'config'], { cwd: folder })
      expect(config('compose.yaml')).not.toContain('DATABASE_URL')
      expect(config('compose.yaml', 'compose.postgres.yaml')).toContain(
        'DATABASE_URL: postgres://folkmoot:secret@database/folkmoot',
      )
      writeFileSync(join(folder, '.env'), '')
      expect(() => config('compose.yaml', 'compose.postgres.yaml')).toThrow(/Set DATABASE_PASSWORD/)
    },
  )
})

describe('the service', () => {
  const systemd = tool('--version', ['systemd-analyze'])
  it('protects the worker as it protects the server', () => {
    const protections = (unit: string) =>
      /\n# It may write[\s\S]*UMask=0077\n/.exec(read(`deploy/${unit}`))?.[0]
    expect(protections('folkmoot.service')).toBeDefined()
    expect(protections('folkmoot-worker.service')).toBe(protections('folkmoot.service'))
  })

  it.skipIf(systemd.isMissing)('is a valid unit of systemd', () => {
    for (const unit of ['folkmoot.service', 'folkmoot-worker.service']) {
      // systemd looks whether the program exists.
      const here = read(`deploy/${unit}`).replaceAll('/srv/folkmoot/app', root)
      writeFileSync(join(folder, unit), here)
      expect(systemd.run(['verify', join(folder, unit)])).toBe('')
    }
  })
})

describe('the monitoring', () => {
  it('asks only for metrics that there are', async () => {
    const forum = await startForum()
    try {
      const app = await createApp({ ...forum })
      await sql`insert into backups (name, reason, state, finished_at, bytes, verification, verified_at) values
        ('made', 'manual', 'made', now(), 1, 'sound', now()), ('failed', 'manual', 'failed', now(), null, null, null)`.execute(
        forum.db,
      )
      await app.inject('/api/_initial')
      const { body } = await app.inject('/metrics')
      await app.close()
      const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
        read('deploy/grafana-dashboard.json'),
      )
      const asked = [
        ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
        read('deploy/alerts.yml'),
      ].flatMap((text) => text.match(/\b(?:folkmoot|nodejs|process)_\w+/g) ?? [])
      expect(asked.length).toBeGreaterThan(30)
      const there = new Set(body.match(/^[a-z_0-9]+/gm))
      expect([...new Set(asked)].filter((name) => !there.has(name))).toEqual([])
    } finally {
      await forum.close()
    }
  })

  const promtool = tool('--version', ['promtool'])
  it.skipIf(promtool.isMissing)('has valid rules', () => {
    promtool.run(['check', 'rules', join(root, 'deploy/alerts.yml')])
  })
})

describe('the proxy', () => {
  const caddy = tool('version', ['caddy'])
  it.skipIf(caddy.isMissing)('has a valid configuration for Caddy', () => {
    caddy.run(['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')], {
      env: { ...process.env, HOME: folder },
    })
  })

  it('lets certbot prove the name at port 80, in the folder that the handbook names', () => {
    const [, folder = 'none'] = /certbot certonly --webroot -w (\S+)/.exec(read('docs/install.md')) ?? []
    const servers = read('deploy/nginx.conf').split(/^server \{$/m)
    const [plain = '', ...others] = servers.filter((server) => /^ *listen 80;/m.test(server))
    expect(others).toEqual([])
    const [, challenge = ''] = /location \/\.well-known\/acme-challenge\/ \{([^}]*)\}/.exec(plain) ?? []
    expect(challenge.trim()).toBe(`root ${folder};`)
    // A return outside of a location would come before it.
    expect(plain.replace(/location [^{]*\{[^}]*\}/g, '')).not.toContain('return')
  })

  const nginx = tool('-v', ['nginx'], ['/usr/sbin/nginx'])
  const openssl = tool('version', ['openssl'])
  it.skipIf(nginx.isMissing || openssl.isMissing)('has a valid configuration for nginx', () => {
    const key = join(folder, 'key.pem')
    const certificate = join(folder, 'certificate.pem')
    const self = ['req', '-x509', '-nodes', '-subj', '/CN=talk.example.org', '-newkey', 'rsa:2048']
    openssl.run([...self, '-keyout', key, '-out', certificate])
    const site = read('deploy/nginx.conf')
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      // A port below 1024 needs root.
      .replaceAll(/listen (\[::\]:)?(80|443)/g, 'listen $110$2')
    const whole = join(folder, 'nginx.conf')
    writeFileSync(whole, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${site}\n}\n`)
    nginx.run(['-t', '-q', '-e', join(folder, 'nginx.log'), '-p', folder, '-c', whole])
  })
})

/** Copies what `docker build` sends: the files that git knows, or would, without those of .dockerignore. */
function copyContext(target: string): void {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const listed = run(['git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const path of listed.split('\0').filter(Boolean)) {
    if (ignored.some((entry) => path === entry || path.startsWith(`${entry}/`))) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path))
  }
}
