export {
  type DatasourceDiagnosis,
  type DiagnoseOptions,
  diagnoseSuite,
} from './diagnose-suite.js';
