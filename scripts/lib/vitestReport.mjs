import { writeFileSync } from 'node:fs'

/** The environment variable with the path of the report. */
export const reportPath = 'VITEST_REPORT_FILE'

/**
 * A reporter of Vitest that writes the counts, and one text for each thing that failed, as JSON. The JSON reporter that
 * comes with Vitest omits errors outside of tests, which fail a run in which all tests pass.
 */
export default class Report {
  onTestRunEnd(testModules, unhandledErrors) {
    const tests = testModules.flatMap((testModule) => [...testModule.children.allTests()])
    const inState = (state) => tests.filter((test) => test.result().state === state)
    const ofModule = (testModule) => testModule.errors().map((error) => describe(testModule.moduleId, error))
    const failures = [
      ...inState('failed').map((test) =>
        describe(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors[0]),
      ),
      ...testModules.flatMap(ofModule),
      ...unhandledErrors.map((error) =>
        describe(`outside of a test, during ${error.VITEST_TEST_NAME ?? error.VITEST_TEST_PATH}`, error),
      ),
    ]
    const report = { passed: inState('passed').length, failures }
    writeFileSync(process.env[reportPath], JSON.stringify(report))
  }
}

function describe(place, error) {
  return `${place}\n${error?.stack ?? error?.message ?? 'no error was given'}`
}
