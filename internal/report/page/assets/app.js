const element = document.getElementById("record");
const shown = document.createElement("pre");
shown.textContent = element ? JSON.parse(element.textContent).text : "Sextant";
document.getElementById("app").append(shown);
