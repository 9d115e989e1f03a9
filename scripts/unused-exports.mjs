/**
 * Exports that no other file of the source imports, except those of the package's entry points. What
 * only a test or a bench imports may stay where its own file uses it too; else nothing does.
 * Prints them, and exits with 1 when there are any.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Files whose exports are for people who install the package, or for a tool that loads them. */
const FACES = ['src/library.ts', 'src/memory/memory.ts', 'src/doors/cli/reference.ts']
const READERS = ['src', 'test', 'bench', 'scripts', 'web']

/** @returns {{ file: string, name: string, line: number, usedBeside: boolean, usedHere: boolean }[]} */
export function unusedExports(root = ROOT) {
  const files = READERS.flatMap((folder) => sourcesIn(join(root, folder)))
  const parsed = new Map(files.map((file) => [file, parse(file)]))
  const used = new Map()
  const use = (file, name, by) => {
    const key = `${file}#${name}`
    if (!used.has(key)) used.set(key, new Set())
    used.get(key).add(by.startsWith(join(root, 'src')) ? 'src' : 'beside')
  }
  for (const [file, source] of parsed) {
    for (const { from, names } of importsOf(source)) {
      const target = resolveImport(file, from, parsed)
      if (target === null) continue
      const wanted = names === null ? exportsOf(parsed.get(target)).map(({ name }) => name) : names
      for (const name of wanted) use(target, name, file)
    }
  }
  return files
    .filter((file) => file.startsWith(join(root, 'src')))
    .filter((file) => !FACES.includes(relative(root, file).replaceAll('\\', '/')))
    .flatMap((file) =>
      exportsOf(parsed.get(file))
        .filter(({ name }) => !used.get(`${file}#${name}`)?.has('src'))
        .map(({ name, line }) => ({
          file: relative(root, file).replaceAll('\\', '/'),
          name,
          line,
          usedBeside: used.has(`${file}#${name}`),
          usedHere: isUsedIn(parsed.get(file), name),
        })),
    )
    .filter(({ usedBeside, usedHere }) => !(usedBeside && usedHere))
}

/** Whether the name stands anywhere but where it is declared. */
function isUsedIn(source, name) {
  let found = false
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === name) {
      if (!declares(statementOf(node), name)) found = true
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function statementOf(node) {
  let each = node
  while (each.parent && !ts.isSourceFile(each.parent)) each = each.parent
  return each
}

function declares(statement, name) {
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.some((each) => each.name.text === name)
    : statement.name?.text === name
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(path)
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

function parse(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

/** Static and dynamic imports, re-exports, and types written as import('…').Name. */
function importsOf(source) {
  const found = []
  const visit = (node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined
    ) {
      const clause = ts.isImportDeclaration(node)
        ? node.importClause?.namedBindings
        : node.exportClause
      const names =
        clause && (ts.isNamedImports(clause) || ts.isNamedExports(clause))
          ? clause.elements.map((each) => (each.propertyName ?? each.name).text)
          : ts.isImportDeclaration(node) && !node.importClause
            ? []
            : null
      const isDefault = ts.isImportDeclaration(node) && node.importClause?.name !== undefined
      found.push({
        from: node.moduleSpecifier.text,
        names: isDefault ? [...(names ?? []), 'default'] : names,
      })
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      found.push({ from: node.arguments[0].text, names: namesTakenFrom(node) })
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const name = node.qualifier && ts.isIdentifier(node.qualifier) ? [node.qualifier.text] : null
      found.push({ from: node.argument.literal.text, names: name })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `const { a } = await import(…)` and `(await import(…)).a` name what they take; else all of it. */
function namesTakenFrom(call) {
  let node = call.parent
  while (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent
  if (ts.isPropertyAccessExpression(node) && node.name.text !== 'then') return [node.name.text]
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    return node.name.elements.map((each) => (each.propertyName ?? each.name).text)
  }
  return null
}

function exportsOf(source) {
  return source.statements.flatMap((statement) => {
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false
    const at = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause
      if (!clause || !ts.isNamedExports(clause)) return []
      return clause.elements.map((each) => ({ name: each.name.text, line: at(each) }))
    }
    if (!isExported) return []
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name)
          ? [{ name: name.text, line: at(name) }]
          : name.elements.map((each) => ({ name: each.name.text, line: at(each) })),
      )
    }
    return statement.name ? [{ name: statement.name.text, line: at(statement) }] : []
  })
}

function resolveImport(file, from, parsed) {
  if (!from.startsWith('.')) return null
  const path = resolve(dirname(file), from)
  for (const candidate of [path, `${path}.ts`, `${path}.tsx`, path.replace(/\.js$/, '.ts')]) {
    if (parsed.has(candidate)) return candidate
  }
  return null
}

if (
  process.argv[1] &&
  statSync(process.argv[1]).ino === statSync(fileURLToPath(import.meta.url)).ino
) {
  const unused = unusedExports()
  for (const { file, name, line, usedBeside, usedHere } of unused) {
    const why = usedBeside ? 'only tests use it' : usedHere ? 'not imported' : 'not used at all'
    console.log(`${file}:${line}  ${name}  (${why})`)
  }
  console.log(`${unused.length} exports that nothing in src imports`)
  process.exitCode = unused.length === 0 ? 0 : 1
}
