// The client of the language server: starts "sextant lsp" and restarts it when its settings change.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

// newClient makes a client with the settings of the user.
function newClient() {
  const settings = vscode.workspace.getConfiguration("sextant");
  const command = settings.get("path") || "sextant";
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  return new LanguageClient("sextant", "Sextant", server, {
    documentSelector: [{ language: "sextant" }],
    initializationOptions: { system: settings.get("system") || "" },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{sxt,csv}") },
    middleware: { executeCommand: (name, args, next) => next(name, withDocument(args)) },
  });
}

// withDocument adds the active document to a command that comes from the palette and not from a lens.
function withDocument(args) {
  const active = vscode.window.activeTextEditor;
  return args.length > 0 || !active ? args : [active.document.uri.toString()];
}

async function start() {
  client = newClient();
  try {
    await client.start();
  } catch (error) {
    const message = `Sextant: the language server does not start (${error.message}). Set sextant.path to the program sextant.`;
    const chosen = await vscode.window.showErrorMessage(message, "Open Settings");
    if (chosen) vscode.commands.executeCommand("workbench.action.openSettings", "sextant.path");
  }
}

async function restart() {
  await deactivate();
  await start();
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("sextant.restart", restart));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("sextant") && restart()));
  await start();
}

async function deactivate() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) await running.stop();
}

module.exports = { activate, deactivate };
