import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  ensurePrivateFolder,
  homeFolder,
  homePaths,
  repositoryPaths,
} from '../../src/config/home.ts'
import { temporaryFolder } from './folder.ts'

const { at, write } = temporaryFolder()

it('C-01 the home is ~/.mneme unless MNEME_HOME says otherwise', () => {
  expect(homeFolder({ HOME: '/home/ada' })).toBe(join('/home/ada', '.mneme'))
  expect(homeFolder({ HOME: '/home/ada', MNEME_HOME: ' ' })).toBe(join('/home/ada', '.mneme'))
  expect(homeFolder({ HOME: '/home/ada', MNEME_HOME: '/data/m/' })).toMatch(/^\/data\/m\/?$/)
  expect(homeFolder({ HOME: '/home/ada', MNEME_HOME: '~/memory' })).toBe('/home/ada/memory')
})

it('C-01 a relative home would be another one in every folder, so it is refused', () => {
  expect(() => homeFolder({ MNEME_HOME: 'memory' })).toThrow('not an absolute path')
})

it('C-01 everything stands under the home', () => {
  const paths = homePaths('/h')
  for (const [name, path] of Object.entries(paths)) {
    if (name !== 'socket') expect(path.startsWith('/h'), name).toBe(true)
  }
  expect(repositoryPaths('/r').projectAnchor).toBe(join('/r', '.mneme', 'PROJECT.md'))
})

it.skipIf(process.platform === 'win32')('K-19 a long home gets a short socket of its own', () => {
  expect(homePaths('/h').socket).toBe('/h/run/mneme.sock')
  const long = homePaths(`/${'long/'.repeat(30)}a`).socket
  const other = homePaths(`/${'long/'.repeat(30)}b`).socket
  expect(Buffer.byteLength(long)).toBeLessThan(104)
  expect(long).not.toBe(other)
})

it.skipIf(process.platform === 'win32')('B-13 folders are made for their owner alone', async () => {
  await ensurePrivateFolder(at('a/b'))
  expect(statSync(at('a/b')).mode & 0o777).toBe(0o700)
  mkdirSync(at('open'))
  chmodSync(at('open'), 0o755)
  await ensurePrivateFolder(at('open'))
  expect(statSync(at('open')).mode & 0o777).toBe(0o700)
  await expect(ensurePrivateFolder(join(write('file', ''), 'x'))).rejects.toThrow('cannot make')
})
